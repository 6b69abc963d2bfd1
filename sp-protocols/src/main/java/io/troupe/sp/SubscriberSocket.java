// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.socket.SubContext;
import io.troupe.sp.socket.SubSocket;

/** A SUB socket: its own subscriber, and the way to others. */
final class SubscriberSocket extends PatternSocket implements SubSocket {
    private final SubPattern pattern;
    private final SubscriberContext own;

    SubscriberSocket(SocketCore core, SubPattern pattern) {
        super(core, pattern, false);
        this.pattern = pattern;
        this.own = pattern.own();
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
    public SubContext context() {
        return pattern.open();
    }
}
