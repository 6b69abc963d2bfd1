// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.engine.Engine;
import io.troupe.sp.option.SocketOptions;
import io.troupe.sp.pattern.pair.Pair;
import io.troupe.sp.socket.DuplexSocket;

/** Opens sockets. Each comes with default settings or with given ones; all must be closed. */
public final class Sockets {
    private Sockets() {}

    /** A PAIR socket, version 0. */
    public static DuplexSocket pair() {
        return pair(SocketOptions.defaults());
    }

    /** A PAIR socket, version 0. */
    public static DuplexSocket pair(SocketOptions options) {
        return Pair.open(options, Engine.shared());
    }
}
