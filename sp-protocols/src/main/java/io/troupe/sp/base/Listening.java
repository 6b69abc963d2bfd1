// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.base;

import io.troupe.sp.socket.Listener;
import io.troupe.sp.transport.Bound;

/** Where a socket can be reached. Thread-safe. */
final class Listening implements Listener {
    private final SocketCore socket;
    private final Bound bound;

    Listening(SocketCore socket, Bound bound) {
        this.socket = socket;
        this.bound = bound;
    }

    @Override
    public String uri() {
        return bound.address().toString();
    }

    @Override
    public void close() {
        socket.forget(this);
        bound.close();
    }
}
