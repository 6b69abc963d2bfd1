// SPDX-License-Identifier: Apache-2.0
import org.jspecify.annotations.NullMarked;

/** The same calls between processes: links over Netty, swappable encodings, pacing by negative acknowledgement. */
@NullMarked
@SuppressWarnings("module") // the module that some packages are exported to is built after this one
module io.troupe.remoting {
    requires static transitive org.jspecify;
    requires transitive io.troupe.core;
    requires transitive io.troupe.net;
    requires com.fasterxml.jackson.core;
    requires com.fasterxml.jackson.dataformat.cbor;
    requires io.netty.transport.classes.epoll; // native sockets, which io.troupe.net takes where they are
    requires io.netty.transport.classes.kqueue;
    requires jdk.jfr;
    requires org.jctools.core.jdk11;
    requires org.slf4j;

    // for users
    exports io.troupe.remoting;
    exports io.troupe.remoting.link;
    exports io.troupe.remoting.tap;
    exports io.troupe.remoting.topic;

    // targets by key and refusals that keep their kind
    uses io.troupe.remoting.key.RefusalCodec;

    exports io.troupe.remoting.key to
            io.troupe.cluster;

    // values as they travel, for what is stored
    exports io.troupe.remoting.codec to
            io.troupe.cluster;
    exports io.troupe.remoting.value to
            io.troupe.cluster;
}
