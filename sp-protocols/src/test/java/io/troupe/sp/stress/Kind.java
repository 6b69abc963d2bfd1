// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.stress;

import io.troupe.sp.Sockets;
import io.troupe.sp.socket.SocketOptions;

/** The protocols that lose nothing while a pipe lives. */
enum Kind {
    PAIR0,
    PAIR1,
    PIPELINE;

    /** Whether the order holds even when a pipe takes another's place: a PULL may read from both at a time. */
    boolean keepsOrderWhenBroken() {
        return this != PIPELINE;
    }

    Ends open(SocketOptions from, SocketOptions to, boolean fromListens) {
        return switch (this) {
            case PAIR0 -> new Ends(Sockets.pair(from), Sockets.pair(to), fromListens);
            case PAIR1 -> new Ends(Sockets.pair1(from), Sockets.pair1(to), fromListens);
            case PIPELINE -> new Ends(Sockets.push(from), Sockets.pull(to), fromListens);
        };
    }
}
