// SPDX-License-Identifier: Apache-2.0
import org.jspecify.annotations.NullMarked;

/** The same calls between processes: links over Netty, swappable encodings, pacing by negative acknowledgement. */
@NullMarked
module io.troupe.remoting {
    requires static transitive org.jspecify;
    requires transitive io.troupe.core;
    requires io.troupe.net;
    requires com.fasterxml.jackson.core;
    requires com.fasterxml.jackson.dataformat.cbor;
    requires io.netty.buffer;
    requires io.netty.common;
    requires io.netty.handler;
    requires io.netty.transport;
    requires io.netty.transport.classes.epoll;
    requires io.netty.transport.classes.kqueue;
    requires io.netty.transport.unix.common;
    requires jdk.jfr;
    requires org.jctools.core.jdk11;
    requires org.slf4j;

    // for users
    exports io.troupe.remoting;
    exports io.troupe.remoting.link;
    exports io.troupe.remoting.tap;
    exports io.troupe.remoting.topic;

    // the port for those who carry bytes in another way
    exports io.troupe.remoting.transport;
}
