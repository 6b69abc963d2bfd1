// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.pattern.publish;

import io.troupe.sp.base.PlainSocket;
import io.troupe.sp.base.RawSocket;
import io.troupe.sp.base.SocketCore;
import io.troupe.sp.engine.SocketEngine;
import io.troupe.sp.flow.UnsupportedDirection;
import io.troupe.sp.option.SocketOptions;
import io.troupe.sp.protocol.Protocol;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.SendingSocket;

/** Opens PUB and SUB sockets. */
public final class Publish {
    private Publish() {}

    /** A publisher. */
    public static SendingSocket pub(SocketOptions options, SocketEngine engine) {
        SocketCore core = new SocketCore(Protocol.PUB, options, engine);
        PubPattern pattern = new PubPattern(core);
        return new PlainSocket(core, pattern, pattern.sender(), new UnsupportedDirection(Protocol.PUB));
    }

    /** A publisher for devices; it publishes like the other. */
    public static DuplexSocket rawPub(SocketOptions options, SocketEngine engine) {
        SocketCore core = new SocketCore(Protocol.PUB, options, engine);
        PubPattern pattern = new PubPattern(core);
        return new RawSocket(core, pattern, pattern.sender(), new UnsupportedDirection(Protocol.PUB));
    }

    /** A subscriber, yet without subscriptions. */
    public static SubscriberSocket sub(SocketOptions options, SocketEngine engine) {
        SocketCore core = new SocketCore(Protocol.SUB, options, engine);
        return new SubscriberSocket(core, new SubPattern(core));
    }

    /** A subscriber to everything. */
    public static DuplexSocket rawSub(SocketOptions options, SocketEngine engine) {
        SocketCore core = new SocketCore(Protocol.SUB, options, engine);
        SubPattern pattern = new SubPattern(core);
        SubscriberContext everything = pattern.open();
        everything.subscribe(new byte[0]);
        return new RawSocket(core, pattern, new UnsupportedDirection(Protocol.SUB), everything);
    }
}
