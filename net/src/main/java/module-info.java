// SPDX-License-Identifier: Apache-2.0
import org.jspecify.annotations.NullMarked;

/** Bytes between processes: connections over whichever Netty the application has, and frames over connections. */
@NullMarked
@SuppressWarnings("module") // the module that the qualified export names is compiled later
module io.troupe.net {
    requires static transitive org.jspecify;
    requires transitive io.troupe.core;
    requires io.netty.buffer;
    requires io.netty.common;
    requires io.netty.handler;
    requires transitive io.netty.transport;
    requires static io.netty.transport.classes.epoll;
    requires static io.netty.transport.classes.kqueue;
    requires io.netty.transport.unix.common;
    requires org.slf4j;

    // two supported ports: bytes, and frames
    exports io.troupe.net.framed;
    exports io.troupe.net.transport;

    // Netty, for those of our libraries that must handle its buffers
    exports io.troupe.net.netty to
            io.troupe.sp;
}
