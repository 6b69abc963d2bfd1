// SPDX-License-Identifier: Apache-2.0
import org.jspecify.annotations.NullMarked;

/** Event loops on whichever Netty the application has. */
@NullMarked
module io.troupe.net {
    requires static transitive org.jspecify;
    requires io.netty.common;
    requires transitive io.netty.transport;
    requires static io.netty.transport.classes.epoll;
    requires static io.netty.transport.classes.kqueue;
    requires io.netty.transport.unix.common;
    requires org.slf4j;

    exports io.troupe.net;
}
