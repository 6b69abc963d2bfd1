// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.cluster.Account;
import io.troupe.cluster.Cluster;
import io.troupe.cluster.ClusterConfig;
import io.troupe.cluster.Purse;
import io.troupe.cluster.registry.MemberInfo;
import io.troupe.cluster.registry.MemberStatus;
import io.troupe.cluster.registry.Registry;
import io.troupe.cluster.shard.Shards;
import io.troupe.cluster.sql.ConnectionSource;
import io.troupe.cluster.sql.ShardFence;
import io.troupe.cluster.sql.SqlRegistry;
import io.troupe.cluster.store.RowChanges;
import io.troupe.cluster.store.StateKey;
import io.troupe.cluster.store.StateWrite;
import io.troupe.cluster.store.StoredEffect;
import io.troupe.cluster.store.StoredState;
import io.troupe.core.ActorSystem;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What operators see in any database, which is empty before each test. */
abstract class ClusterViewContract {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration LEASE = Duration.ofHours(1);

    /** Connections as members have them. */
    abstract ConnectionSource source();

    /** The configuration of a process alone. */
    abstract ClusterConfig config();

    abstract ClusterView view();

    private void execute(String sql) throws SQLException {
        try (Connection connection = source().open();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private Registry registry() throws Exception {
        SqlRegistry.createSchema(source());
        return SqlRegistry.open(source(), LEASE);
    }

    private static long active(Registry registry, long id, String name) throws Exception {
        assertThat(registry.join(new MemberInfo(id, name, "tls://" + name + ":7400", "", "1.2", List.of("a", "b"), 1)))
                .isTrue();
        assertThat(registry.advance(id, MemberStatus.ACTIVE)).isTrue();
        return id;
    }

    private static BitSet range(int from, int to) {
        BitSet shards = new BitSet();
        shards.set(from, to);
        return shards;
    }

    @Test
    void shouldShowMembersAndTheirShards() throws Exception {
        try (Registry registry = registry();
                ClusterView view = view()) {
            long one = active(registry, -5, "one");
            long two = active(registry, 7, "two");
            registry.claim(one, range(0, 3000));
            registry.claim(two, range(3000, 4000));
            registry.fence(one);

            assertThat(view.members()).hasSize(2);
            MemberView living = view.members().get(0);
            assertThat(living.id()).isEqualTo("0000000000000007");
            assertThat(living.address()).isEqualTo("tls://two:7400");
            assertThat(living.version()).isEqualTo("1.2");
            assertThat(living.roles()).containsExactly("a", "b");
            assertThat(living.status()).isEqualTo(MemberView.Status.ACTIVE);
            assertThat(living.shards()).isEqualTo(1000);
            assertThat(living.leaseLeft()).isPositive().isLessThanOrEqualTo(LEASE);
            MemberView gone = view.members().get(1);
            assertThat(gone.id()).isEqualTo("fffffffffffffffb");
            assertThat(gone.isLiving()).isFalse();
            assertThat(gone.proven()).isTrue();
            assertThat(gone.shards()).isEqualTo(3000);
            assertThat(gone.leaseLeft()).isZero();

            List<ShardView> shards = view.shards();
            assertThat(shards).hasSize(Shards.COUNT);
            assertThat(shards.get(2999)).isEqualTo(new ShardView(2999, gone.id(), 1));
            assertThat(shards.get(3000)).isEqualTo(new ShardView(3000, living.id(), 1));
            assertThat(shards.get(4000).owner()).isNull();
            assertThat(view.shardOf("account", "a").number()).isEqualTo(Shards.of("account", "a"));
        }
    }

    @Test
    void shouldFindTheLivingOfSeveralMembersWithOneName() throws Exception {
        try (Registry registry = registry();
                ClusterView view = view()) {
            registry.fence(active(registry, 1, "one"));
            active(registry, 2, "one");
            assertThat(view.member("one").id()).isEqualTo("0000000000000002");
            assertThat(view.member("0000000000000001").isLiving()).isFalse();
            assertThatThrownBy(() -> view.member("three"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("a member must be known: member=three, living=[one]");
        }
    }

    @Test
    void shouldAskAMemberToLeaveAndFenceAnother() throws Exception {
        try (Registry registry = registry();
                ClusterView view = view()) {
            String leaver = "%016x".formatted(active(registry, 1, "leaver"));
            String dead = "%016x".formatted(active(registry, 2, "dead"));
            assertThat(view.leave(leaver)).isTrue();
            assertThat(view.member("leaver").status()).isEqualTo(MemberView.Status.LEAVING);
            assertThat(registry.renew(1)).isPresent();
            assertThat(view.fence(dead)).isTrue();
            assertThat(registry.renew(2)).isEmpty();
            assertThat(view.fence(dead)).isFalse();
            assertThat(view.leave(dead)).isFalse();
            assertThatThrownBy(() -> view.fence("dead"))
                    .hasMessage("the id of a member must be 16 hexadecimal digits: id=dead");
        }
    }

    @Test
    void shouldShowTheStoreOfAProcessAloneAndNotFenceIt() throws Exception {
        makeTablesOfAProcessAlone();
        try (ActorSystem system = ActorSystem.start("alone")) {
            Cluster cluster = alone(system);
            ClusterView view = view();
            Account account = cluster.actor(Account.class, "a");
            account.deposit(5).await(LIMIT);
            Instant before = Instant.now().minus(LIMIT);

            StateView state = view.state("account", "a");
            assertThat(state).isNotNull();
            assertThat(state.components()).isEqualTo(Map.of("cents", 5, "note", ""));
            assertThat(state.problem()).isNull();
            assertThat(state.version()).isEqualTo(1);
            assertThat(state.epoch()).isPositive();
            assertThat(state.format()).isEqualTo(1);
            assertThat(state.changed()).isBetween(before, Instant.now().plus(LIMIT));
            assertThat(view.state("account", "b")).isNull();
            assertThat(view.members()).isEmpty();
            String owner = view.shards().get(0).owner();
            assertThat(owner).isNotNull();
            assertThat(view.shards()).allMatch(shard -> owner.equals(shard.owner()));
            assertThatThrownBy(() -> view.fence(owner)).hasMessageStartingWith("a cluster must have members: ");

            assertThat(account.deposit(1).await(LIMIT)).as("it still writes").isEqualTo(6);
            assertThat(view.state("account", "a").version()).isEqualTo(2);
            view.close();
        }
    }

    /** If a member does not make them by itself. */
    abstract void makeTablesOfAProcessAlone() throws Exception;

    private Cluster alone(ActorSystem system) {
        Cluster cluster = Cluster.join(system, config());
        cluster.host(Account.class, Account::new);
        cluster.host(Purse.class, Purse::new);
        return cluster;
    }

    @Test
    void shouldShowReminders() throws Exception {
        makeTablesOfAProcessAlone();
        try (ActorSystem system = ActorSystem.start("alone")) {
            Cluster cluster = alone(system);
            ClusterView view = view();
            Instant now = Instant.now();
            cluster.actor(Purse.class, "a").remindOnce("tea", 3600, 5).await(LIMIT);
            cluster.actor(Purse.class, "b").remindOnce("coffee", 7200, 6).await(LIMIT);

            List<ReminderView> all = view.reminders(null, null, null, 10);
            assertThat(all).extracting(ReminderView::name).containsExactly("tea", "coffee");
            ReminderView tea = all.get(0);
            assertThat(tea.key()).isEqualTo("a");
            assertThat(tea.due()).isAfter(now.plusSeconds(3000));
            assertThat(tea.every()).isZero();
            assertThat(tea.arguments()).isEqualTo(List.of(5));
            assertThat(tea.tries()).isZero();
            assertThat(view.reminders(tea.type(), "b", null, 10))
                    .extracting(ReminderView::name)
                    .containsExactly("coffee");
            assertThat(view.reminders("account", null, null, 10)).isEmpty();
            assertThat(view.reminders(null, null, now.plusSeconds(5000), 10)).containsExactly(tea);
            assertThat(view.reminders(null, null, null, 1)).containsExactly(tea);
            view.close();
        }
    }

    @Test
    void shouldShowEffectsAndRequeueThoseThatWereGivenUp() throws Exception {
        try (Registry registry = registry();
                ClusterView view = view()) {
            StateKey from = new StateKey("account", "a");
            long member = active(registry, 5, "one");
            registry.claim(member, range(0, 4096));
            ShardFence fence = ShardFence.open(source(), member);
            fence.admit(registry.read(0).shards());
            RowChanges rows = new RowChanges(
                    List.of(),
                    List.of(effect(from, 1, 3), effect(from, 2, StoredEffect.MOST_TRIES)),
                    List.of(),
                    List.of());
            StoredState damaged = new StoredState(4, 2, new byte[] {1});
            assertThat(fence.store().commit(List.of(new StateWrite(from, damaged, rows))))
                    .containsExactly(true);

            assertThat(view.effects(false, 10)).extracting(EffectView::tries).containsExactly(3, 20);
            EffectView dead = view.effects(true, 10).get(0);
            assertThat(dead.dead()).isTrue();
            assertThat(dead.fromKey() + dead.toType() + dead.toKey() + dead.method())
                    .isEqualTo("ashopbdeposit");
            assertThat(dead.arguments()).as("unreadable").isNull();
            assertThat(view.requeueEffects(10)).isEqualTo(1);
            assertThat(view.effects(true, 10)).isEmpty();
            assertThat(view.effects(false, 10)).extracting(EffectView::tries).containsExactly(3, 0);

            StateView state = view.state("account", "a");
            assertThat(state.components()).isNull();
            assertThat(state.problem()).isNotNull();
            assertThat(state.version()).isEqualTo(4);
            assertThat(state.bytes()).isEqualTo(1);
            fence.store().close();
        }
    }

    private static StoredEffect effect(StateKey from, long sequence, int tries) {
        return new StoredEffect(
                0, from, sequence, new StateKey("shop", "b"), "deposit", new byte[] {0x41}, tries, 1_000_000);
    }

    @Test
    void shouldRefuseTablesThatAreMissingOrOfAnotherVersion() throws Exception {
        assertThatThrownBy(this::viewOfEmpty)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("a database must have the tables of a cluster: database=jdbc:")
                .hasMessageNotContaining("?"); // parameters may have a password
        registry().close();
        execute("update troupe_cluster set format = 99");
        assertThatThrownBy(this::view)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("the tables of a cluster must be of the version that this release knows, ");
    }

    /** Of a database that is there, without tables. */
    abstract ClusterView viewOfEmpty() throws Exception;
}
