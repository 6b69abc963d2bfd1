// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.cluster.registry.MemberStatus;
import io.troupe.cluster.registry.Registry;
import io.troupe.cluster.registry.RegistryContract;
import io.troupe.cluster.registry.RegistryException;
import io.troupe.cluster.registry.ShardRow;
import io.troupe.cluster.store.StoreException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("interop")
class PostgresRegistryTest extends RegistryContract {
    @AutoClose
    private static PostgresServer server;

    @BeforeAll
    static void start() throws Exception {
        server = PostgresServer.start();
    }

    @BeforeEach
    void makeTables() throws Exception {
        server.clear();
        SqlRegistry.createSchema(source());
    }

    private static ConnectionSource source() {
        return server.dataSource()::getConnection;
    }

    @Override
    protected Registry open(Duration lease) throws Exception {
        return SqlRegistry.open(source(), lease);
    }

    @Override
    protected Duration shortLease() {
        return Duration.ofMillis(50);
    }

    @Override
    protected void passTime() {}

    @Override
    protected boolean tellsWatchers() {
        return false;
    }

    @Test
    void shouldKeepWhatIsThereWhenTheTablesAreMadeAgain() throws Exception {
        Registry registry = opened(LONG);
        long member = active(registry, "one");
        SqlRegistry.createSchema(source());
        assertThat(registry.renew(member)).isPresent();
    }

    @Test
    void shouldSayThatTheTablesAreMissing() throws Exception {
        execute("drop table troupe_member");
        assertThatThrownBy(() -> open(LONG))
                .isInstanceOf(StoreException.class)
                .hasMessageStartingWith("a database must be reachable, and have the tables of a cluster: cause=");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 99})
    void shouldAddNothingToTablesOfAnotherVersion(int version) throws Exception {
        execute("drop table troupe_member");
        execute("drop table troupe_owner");
        execute("update troupe_cluster set format = " + version);
        assertThatThrownBy(() -> SqlRegistry.createSchema(source()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("the tables of a cluster must be of the version that this release knows, ");
        assertThat(number("select count(*) from pg_tables where tablename in ('troupe_member', 'troupe_owner')"))
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 99})
    void shouldTakeNothingFromAProcessOfAnotherVersion(int version) throws Exception {
        SqlStore.open(source(), 7).close();
        execute("update troupe_cluster set format = " + version);
        assertThatThrownBy(() -> open(LONG))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("the tables of a cluster must be of the version that this release knows, ");
        assertThat(number("select count(*) from troupe_shard where owner <> 7")).isZero();
    }

    private static int number(String query) throws SQLException {
        try (Connection connection = source().open();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getInt(1);
        }
    }

    @Test
    void shouldClaimNothingForAMemberThatIsFencedMeanwhile() throws Exception {
        Registry registry = opened(LONG);
        long member = active(registry, "one");
        try (Connection fence = source().open()) {
            fence.setAutoCommit(false);
            new PostgresRegistry().fence(fence, member);
            FutureTask<List<ShardRow>> claim = begun(() -> registry.claim(member, shards(0, 4)));
            until(PostgresRegistryTest::isSomebodyWaiting);
            fence.commit();
            assertThat(claim.get()).isEmpty();
        }
    }

    @Test
    void shouldTellAMemberThatIsFencedWhileItRenews() throws Exception {
        Registry registry = opened(LONG);
        long member = active(registry, "one");
        try (Connection fence = source().open()) {
            fence.setAutoCommit(false);
            new PostgresRegistry().fence(fence, member);
            FutureTask<Boolean> renewal = begun(() -> registry.renew(member).isPresent());
            until(PostgresRegistryTest::isSomebodyWaiting);
            fence.commit();
            assertThat(renewal.get()).isFalse();
        }
    }

    @Test
    void shouldNotBuryAMemberThatRenewsMeanwhile() throws Exception {
        Registry registry = opened(LONG);
        long member = active(registry, "one");
        execute("update troupe_member set lease_until = 0");
        try (Connection renewal = source().open()) {
            renewal.setAutoCommit(false);
            RegistrySchema.execute(renewal, "update troupe_member set lease_until = 9e18::bigint");
            FutureTask<Integer> burial = begun(registry::bury);
            until(PostgresRegistryTest::isSomebodyWaiting);
            renewal.commit();
            assertThat(burial.get()).isZero();
        }
        assertThat(registry.renew(member)).isPresent();
    }

    @Test
    void shouldLeaveAShardToWhoeverClaimedItMeanwhile() throws Exception {
        Registry registry = opened(LONG);
        long dead = active(registry, "dead");
        registry.claim(dead, shards(0, 4));
        registry.fence(dead);
        try (Connection other = source().open()) {
            long one = active(registry, "one");
            other.setAutoCommit(false);
            long late = active(registry, "late");
            assertThat(new PostgresRegistry().claim(other, late, shards(0, 2))).hasSize(2);
            FutureTask<List<ShardRow>> claim = begun(() -> registry.claim(one, shards(0, 4)));
            until(PostgresRegistryTest::isSomebodyWaiting);
            other.commit();
            assertThat(claim.get()).extracting(ShardRow::no).containsExactlyInAnyOrder(2, 3);
            assertThat(roster(registry).owners()).startsWith(late, late, one, one);
        }
    }

    @Test
    void shouldGiveNothingToAMemberThatLeavesMeanwhile() throws Exception {
        Registry registry = opened(LONG);
        long giver = active(registry, "giver");
        long taker = active(registry, "taker");
        registry.claim(giver, shards(0, 4));
        try (Connection leave = source().open()) {
            leave.setAutoCommit(false);
            new PostgresRegistry().advance(leave, taker, MemberStatus.LEAVING);
            FutureTask<List<ShardRow>> give = begun(() -> registry.give(giver, shards(0, 4), taker));
            until(PostgresRegistryTest::isSomebodyWaiting);
            leave.commit();
            assertThat(give.get()).isEmpty();
        }
    }

    @Test
    void shouldNotWaitForALockWithoutEnd() throws Exception {
        Registry registry = opened(LONG);
        long member = active(registry, "one");
        try (Connection stopped = source().open()) {
            stopped.setAutoCommit(false);
            RegistrySchema.execute(stopped, "select * from troupe_cluster for update");
            assertThatThrownBy(() -> registry.claim(member, shards(0, 4)))
                    .isInstanceOf(RegistryException.class)
                    .hasMessageContaining("lock timeout");
            assertThat(registry.renew(member))
                    .as("heartbeats do not wait for changes")
                    .isPresent();
        }
        assertThat(registry.claim(member, shards(0, 4))).hasSize(4);
    }

    @Test
    void shouldNotWaitWithoutEndForAServerThatSaysNothing() throws Exception {
        try (Connection connection = source().open()) {
            new PostgresRegistry().prepare(connection);
            assertThat(connection.getNetworkTimeout()).isEqualTo(12_000);
        }
    }

    @Test
    void shouldNotifyThoseWhoListen() throws Exception {
        Registry registry = opened(LONG);
        try (Connection connection = source().open()) {
            RegistrySchema.execute(connection, "listen troupe_view");
            active(registry, "one");
            var driver = connection.unwrap(org.postgresql.PGConnection.class);
            until(() -> driver.getNotifications(100).length > 0);
        }
    }

    @Test
    void shouldGoOnAfterTheServerHasCrashed() throws Exception {
        Registry registry = opened(LONG);
        long member = active(registry, "one");
        registry.claim(member, shards(0, 4));
        server.crash();
        assertThatThrownBy(() -> registry.renew(member)).isInstanceOf(RegistryException.class);
        server.startAgain();
        assertThat(registry.renew(member)).isPresent();
        assertThat(roster(registry).owners()).startsWith(member, member, member, member, 0);
    }

    private static <T> FutureTask<T> begun(Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        new Thread(task).start();
        return task;
    }

    private static boolean isSomebodyWaiting() throws SQLException {
        return number("select count(*) from pg_locks where not granted") > 0;
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = source().open()) {
            RegistrySchema.execute(connection, sql);
        }
    }
}
