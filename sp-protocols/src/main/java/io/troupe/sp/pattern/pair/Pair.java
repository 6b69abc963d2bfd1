// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.pattern.pair;

import io.troupe.sp.base.PlainSocket;
import io.troupe.sp.base.SocketCore;
import io.troupe.sp.engine.Engine;
import io.troupe.sp.option.SocketOptions;
import io.troupe.sp.protocol.Protocol;
import io.troupe.sp.socket.DuplexSocket;

/** Opens PAIR sockets. */
public final class Pair {
    private Pair() {}

    /** Version 0. A raw one would be the same: it has no header. */
    public static DuplexSocket open(SocketOptions options, Engine engine) {
        SocketCore core = new SocketCore(Protocol.PAIR0, options, engine);
        PairPattern pattern = new PairPattern(core);
        return new PlainSocket(core, pattern, pattern.outlet(), pattern.incoming());
    }
}
