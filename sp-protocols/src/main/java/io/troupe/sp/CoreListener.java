// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.socket.SocketListener;
import io.troupe.sp.transport.BoundListener;

/** A listener of a {@link SocketCore}. Thread-safe. */
final class CoreListener implements SocketListener {
    private final SocketCore socket;
    private final BoundListener bound;

    CoreListener(SocketCore socket, BoundListener bound) {
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

    @Override
    public String toString() {
        return "listener of " + uri();
    }
}
