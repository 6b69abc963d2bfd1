// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.cluster.actor.StoreUnavailableException;
import io.troupe.cluster.view.ClusterSchema;
import io.troupe.cluster.view.ClusterView;
import io.troupe.core.ActorSystem;
import java.lang.reflect.Proxy;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Pools throw exceptions of their own where their database is not there. */
class BadSourceTest {
    private final ActorSystem system = ActorSystem.start("bad");

    @AfterEach
    void close() {
        system.close();
    }

    private static DataSource source(Supplier<Object> connection) {
        return (DataSource) Proxy.newProxyInstance(
                DataSource.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (proxy, method, arguments) -> method.getName().equals("getConnection") ? connection.get() : "source");
    }

    @Test
    void shouldCountAsADatabaseThatIsAwayWhenAPoolThrows() {
        DataSource pool = source(() -> {
            throw new IllegalStateException("the pool could not be made");
        });
        refused(pool, "cause=java.lang.IllegalStateException: the pool could not be made");
    }

    @Test
    void shouldCountAsADatabaseThatIsAwayWhenThereIsNoConnection() {
        refused(source(() -> null), "found=null");
    }

    private void refused(DataSource pool, String why) {
        ClusterConfig config = ClusterConfig.database(pool);
        refused(() -> Cluster.join(system, config), why);
        refused(() -> Cluster.join(system, config.listen("tcp://127.0.0.1:0")), why);
        refused(() -> Cluster.createSchema(pool), why);
        refused(() -> ClusterSchema.apply(pool), why);
        refused(() -> ClusterView.database(pool), why);
    }

    private static void refused(ThrowingCallable call, String why) {
        assertThatThrownBy(call)
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("cause=a DataSource must give a connection, " + why);
    }
}
