// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.socket.SocketContext;

/** A context as users get it. */
final class ContextPort extends MessagePort implements SocketContext {
    private final SocketContext context;

    /** @param context the pattern's */
    ContextPort(SocketContext context) {
        super(context, context);
        this.context = context;
    }

    @Override
    public void close() {
        context.close();
    }
}
