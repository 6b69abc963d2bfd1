// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.pattern.pair;

import io.troupe.sp.base.Pattern;
import io.troupe.sp.base.SocketCore;
import io.troupe.sp.error.SpException;
import io.troupe.sp.flow.Inbox;
import io.troupe.sp.flow.Incoming;
import io.troupe.sp.flow.Outlet;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.pipe.Pipe;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The rules of PAIR version 0: one peer at a time, both ways, in order. A second peer is turned away while there is a first;
 * sending waits for the peer and for room; what was received before the peer left can still be received. Source: the SP RFC
 * {@code sp-pair}.
 */
final class PairPattern implements Pattern {
    private final SocketCore core;
    private final AtomicReference<@Nullable Pipe> peer = new AtomicReference<>();
    private final Outlet outlet;
    private final Inbox inbox;
    private final Incoming incoming;

    PairPattern(SocketCore core) {
        this.core = core;
        this.outlet = core.outlet(this::toPeer);
        this.inbox = core.inbox();
        this.incoming = core.incoming(inbox);
    }

    Outlet outlet() {
        return outlet;
    }

    Incoming incoming() {
        return incoming;
    }

    private @Nullable Boolean toPeer(SpMessage message) {
        Pipe pipe = peer.get();
        if (pipe == null) {
            core.checkPeers();
            return null;
        }
        return pipe.offer(message) ? Boolean.TRUE : null;
    }

    @Override
    public boolean attach(Pipe pipe) {
        if (!peer.compareAndSet(null, pipe)) {
            return false;
        }
        outlet.signal();
        return true;
    }

    @Override
    public boolean onMessage(Pipe pipe, SpMessage message) {
        return inbox.put(pipe, message);
    }

    @Override
    public void onWritable(Pipe pipe) {
        outlet.signal();
    }

    @Override
    public void onClosed(Pipe pipe, String reason) {
        peer.compareAndSet(pipe, null);
        outlet.signal(); // with failNoPeers they fail now
    }

    @Override
    public void close(SpException cause) {
        outlet.close(cause);
        inbox.close(cause);
    }
}
