// SPDX-License-Identifier: Apache-2.0
import io.troupe.sp.transport.SpTransport;
import io.troupe.sp.transport.inproc.InprocTransport;
import io.troupe.sp.transport.netty.AbstractTransport;
import io.troupe.sp.transport.netty.NettyTransport;
import io.troupe.sp.transport.nio.NioTransport;
import org.jspecify.annotations.NullMarked;

/** The scalability protocols (SP) in pure Java, wire-compatible with nanomsg, nng and mangos. */
@NullMarked
module io.troupe.sp {
    requires static transitive org.jspecify;
    requires transitive io.troupe.core;
    requires io.troupe.net;
    requires io.netty.buffer;
    requires io.netty.codec;
    requires io.netty.codec.http;
    requires io.netty.common;
    requires io.netty.handler;
    requires io.netty.transport;
    requires jdk.net;
    requires org.jctools.core.jdk11;
    requires org.slf4j;

    // for users
    exports io.troupe.sp;
    exports io.troupe.sp.message;
    exports io.troupe.sp.socket;

    // for those who write transports
    exports io.troupe.sp.transport;

    // references of endpoints are generated
    opens io.troupe.sp to
            io.troupe.core;

    uses SpTransport;

    provides SpTransport with
            AbstractTransport,
            InprocTransport,
            NettyTransport,
            NioTransport;
}
