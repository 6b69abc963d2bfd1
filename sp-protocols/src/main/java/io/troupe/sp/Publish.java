// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.SendingSocket;
import io.troupe.sp.socket.SocketOptions;

/** Opens PUB and SUB sockets. */
final class Publish {
    private Publish() {}

    /** A publisher. */
    static SendingSocket pub(SocketOptions options, SocketEngine engine) {
        SocketCore core = new SocketCore(Protocol.PUB, options, engine);
        PubPattern pattern = new PubPattern(core);
        return new PlainSocket(core, pattern, pattern.sender(), new UnsupportedDirection(Protocol.PUB));
    }

    /** A publisher for devices; it publishes like the other. */
    static DuplexSocket rawPub(SocketOptions options, SocketEngine engine) {
        SocketCore core = new SocketCore(Protocol.PUB, options, engine);
        PubPattern pattern = new PubPattern(core);
        return new RawSocket(core, pattern, pattern.sender(), new UnsupportedDirection(Protocol.PUB));
    }

    /** A subscriber, yet without subscriptions. */
    static SubscriberSocket sub(SocketOptions options, SocketEngine engine) {
        SocketCore core = new SocketCore(Protocol.SUB, options, engine);
        return new SubscriberSocket(core, new SubPattern(core));
    }

    /** A subscriber to everything. */
    static DuplexSocket rawSub(SocketOptions options, SocketEngine engine) {
        SocketCore core = new SocketCore(Protocol.SUB, options, engine);
        SubPattern pattern = new SubPattern(core);
        SubscriberContext everything = pattern.open();
        everything.subscribe(new byte[0]);
        return new RawSocket(core, pattern, new UnsupportedDirection(Protocol.SUB), everything);
    }
}
