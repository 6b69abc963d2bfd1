// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.etcd;

import io.troupe.cluster.Cluster;
import io.troupe.cluster.MemberPlace;
import io.troupe.cluster.registry.Registry;
import io.troupe.cluster.sql.PostgresServer;
import java.time.Duration;

/**
 * Servers of etcd, by which members agree, and one of PostgreSQL, which has their states.
 *
 * @param servers of etcd, closed with this
 * @param database closed with this
 */
@SuppressWarnings("try") // closing may be interrupted
record EtcdPlace(EtcdServers servers, PostgresServer database) implements AutoCloseable {
    private static final Duration BRIEF = Duration.ofSeconds(3);

    static EtcdPlace start() throws Exception {
        EtcdServers servers = EtcdServers.start();
        try (Registry registry = servers.open("first", BRIEF, BRIEF, Duration.ofDays(1))) {
            EtcdRegistryTest.awaitServers(registry);
            PostgresServer database = PostgresServer.start();
            Cluster.createSchema(database.dataSource());
            return new EtcdPlace(servers, database);
        } catch (Throwable e) { // also that PostgreSQL is not installed
            servers.close();
            throw e;
        }
    }

    /** A cluster of a name. */
    MemberPlace named(String name) {
        return new MemberPlace(database.url(), servers.address(name));
    }

    @Override
    public void close() throws Exception {
        servers.close();
        database.close();
    }
}
