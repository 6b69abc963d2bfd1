// SPDX-License-Identifier: Apache-2.0
import org.jspecify.annotations.NullMarked;

/** Durable actors: found by key, their state in a database. */
@NullMarked
module io.troupe.cluster {
    requires static transitive org.jspecify;
    requires transitive io.troupe.core;
    requires transitive java.sql;
    requires io.troupe.remoting;
    requires org.slf4j;

    // for users
    exports io.troupe.cluster;
    exports io.troupe.cluster.actor;
}
