// SPDX-License-Identifier: Apache-2.0
import io.troupe.cluster.etcd.EtcdProvider;
import io.troupe.cluster.registry.RegistryProvider;
import org.jspecify.annotations.NullMarked;

/** The members of a cluster, and who owns which shard, in etcd; found by {@code io.troupe.cluster} when it is there. */
@NullMarked
module io.troupe.cluster.etcd {
    requires static transitive org.jspecify;
    requires io.grpc;
    requires io.troupe.cluster;
    requires jetcd.core;

    provides RegistryProvider with
            EtcdProvider;
}
