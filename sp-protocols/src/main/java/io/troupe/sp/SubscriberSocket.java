// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.SubContext;
import io.troupe.sp.socket.SubSocket;

/** A SUB socket: its own subscriber, and the way to others. */
final class SubscriberSocket extends PlainSocket implements SubSocket {
    private final SubPattern pattern;
    private final SubscriberContext own;

    SubscriberSocket(SocketCore core, SubPattern pattern) {
        this(core, pattern, pattern.open());
    }

    private SubscriberSocket(SocketCore core, SubPattern pattern, SubscriberContext own) {
        super(core, pattern, new UnsupportedDirection(Protocol.SUB), own);
        this.pattern = pattern;
        this.own = own;
    }

    @Override
    public void subscribe(byte[] prefix) {
        own.subscribe(prefix);
    }

    @Override
    public void unsubscribe(byte[] prefix) {
        own.unsubscribe(prefix);
    }

    @Override
    public SubContext openContext() {
        return pattern.open();
    }
}
