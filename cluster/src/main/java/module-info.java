// SPDX-License-Identifier: Apache-2.0
import io.troupe.cluster.registry.RegistryProvider;
import org.jspecify.annotations.NullMarked;

/** Durable actors: found by key, their state in a database. */
@NullMarked
@SuppressWarnings("module") // the module that qualified exports name is compiled later
module io.troupe.cluster {
    requires static transitive org.jspecify;
    requires transitive io.troupe.core;
    requires transitive java.sql;
    requires transitive io.troupe.remoting;
    requires org.slf4j;

    provides io.troupe.remoting.key.RefusalCodec with
            io.troupe.cluster.route.ClusterRefusals;

    // for users
    exports io.troupe.cluster;
    exports io.troupe.cluster.actor;
    exports io.troupe.cluster.view;

    // the port to what members agree by: for our registry over etcd
    exports io.troupe.cluster.registry to
            io.troupe.cluster.etcd;
    exports io.troupe.cluster.shard to
            io.troupe.cluster.etcd;

    // members of one process, for tests
    exports io.troupe.cluster.memory to
            io.troupe.cluster.testkit;

    uses RegistryProvider;
}
