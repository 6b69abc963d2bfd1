// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.transport.Pipe;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The only peer; a second one is turned away. Sending waits for it, and for its room. */
final class OnePeer implements PairPeers {
    private final SocketCore core;
    private final AtomicReference<@Nullable Pipe> place = new AtomicReference<>();

    /** Who has the place, once it has joined. */
    private volatile @Nullable Pipe peer;

    OnePeer(SocketCore core) {
        this.core = core;
    }

    @Override
    public boolean admits(Pipe pipe) {
        return place.compareAndSet(null, pipe);
    }

    @Override
    public void add(Pipe pipe) {
        peer = pipe;
    }

    @Override
    public void remove(Pipe pipe) {
        if (place.get() == pipe) {
            peer = null;
            place.set(null);
        }
    }

    @Override
    public SendResult give(SpMessage message) {
        Pipe pipe = peer;
        if (pipe == null) {
            core.checkPeers();
            return SendResult.NOT_NOW;
        }
        return SendResult.of(pipe.offer(message));
    }
}
