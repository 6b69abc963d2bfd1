// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.pattern.pipeline;

import io.troupe.sp.base.PlainSocket;
import io.troupe.sp.base.RawSocket;
import io.troupe.sp.base.SocketCore;
import io.troupe.sp.engine.SocketEngine;
import io.troupe.sp.flow.UnsupportedDirection;
import io.troupe.sp.option.SocketOptions;
import io.troupe.sp.protocol.Protocol;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.SendingSocket;

/** Opens PUSH and PULL sockets. The protocol has no header, so the raw ones do the same as the others. */
public final class Pipeline {
    private Pipeline() {}

    /** Hands out work. */
    public static SendingSocket push(SocketOptions options, SocketEngine engine) {
        SocketCore core = new SocketCore(Protocol.PUSH, options, engine);
        PushPattern pattern = new PushPattern(core);
        return new PlainSocket(core, pattern, pattern.sendPort(), new UnsupportedDirection(Protocol.PUSH));
    }

    /** Hands out work, for devices. */
    public static DuplexSocket rawPush(SocketOptions options, SocketEngine engine) {
        SocketCore core = new SocketCore(Protocol.PUSH, options, engine);
        PushPattern pattern = new PushPattern(core);
        return new RawSocket(core, pattern, pattern.sendPort(), new UnsupportedDirection(Protocol.PUSH));
    }

    /** Takes work. */
    public static PlainSocket pull(SocketOptions options, SocketEngine engine) {
        SocketCore core = new SocketCore(Protocol.PULL, options, engine);
        PullPattern pattern = new PullPattern(core);
        return new PlainSocket(core, pattern, new UnsupportedDirection(Protocol.PULL), pattern.incoming());
    }

    /** Takes work, for devices. */
    public static DuplexSocket rawPull(SocketOptions options, SocketEngine engine) {
        SocketCore core = new SocketCore(Protocol.PULL, options, engine);
        PullPattern pattern = new PullPattern(core);
        return new RawSocket(core, pattern, new UnsupportedDirection(Protocol.PULL), pattern.incoming());
    }
}
