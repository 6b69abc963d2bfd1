// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.SendingSocket;
import io.troupe.sp.socket.SocketOptions;

/** Opens PUSH and PULL sockets. The protocol has no header, so the raw ones do the same as the others. */
final class Pipeline {
    private Pipeline() {}

    /** Hands out work. */
    static SendingSocket push(SocketOptions options, SocketEngine engine) {
        SocketCore core = new SocketCore(Protocol.PUSH, options, engine);
        PushPattern pattern = new PushPattern(core);
        return new PlainSocket(core, pattern, pattern.sendPort(), new UnsupportedDirection(Protocol.PUSH));
    }

    /** Hands out work, for devices. */
    static DuplexSocket rawPush(SocketOptions options, SocketEngine engine) {
        SocketCore core = new SocketCore(Protocol.PUSH, options, engine);
        PushPattern pattern = new PushPattern(core);
        return new RawSocket(core, pattern, pattern.sendPort(), new UnsupportedDirection(Protocol.PUSH));
    }

    /** Takes work. */
    static PlainSocket pull(SocketOptions options, SocketEngine engine) {
        SocketCore core = new SocketCore(Protocol.PULL, options, engine);
        PullPattern pattern = new PullPattern(core);
        return new PlainSocket(core, pattern, new UnsupportedDirection(Protocol.PULL), pattern.incoming());
    }

    /** Takes work, for devices. */
    static DuplexSocket rawPull(SocketOptions options, SocketEngine engine) {
        SocketCore core = new SocketCore(Protocol.PULL, options, engine);
        PullPattern pattern = new PullPattern(core);
        return new RawSocket(core, pattern, new UnsupportedDirection(Protocol.PULL), pattern.incoming());
    }
}
