// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.cluster.registry.MemberInfo;
import io.troupe.cluster.registry.MemberStatus;
import io.troupe.cluster.registry.Registry;
import io.troupe.cluster.registry.ShardRow;
import io.troupe.cluster.store.StateKey;
import io.troupe.cluster.store.StateStore;
import io.troupe.cluster.store.StateWrite;
import io.troupe.cluster.store.StoreException;
import io.troupe.cluster.store.StoredState;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How writes of several members are fenced. A subclass per database, whose tables are made and empty. */
abstract class ShardFenceContract {
    private static final StateKey KEY = new StateKey("account", "a");

    private Registry registry;
    private ShardFence one;
    private ShardFence two;

    protected abstract ConnectionSource source();

    @BeforeEach
    void open() throws Exception {
        registry = SqlRegistry.open(source(), Duration.ofHours(1));
        for (long id : new long[] {1, 2}) {
            registry.join(new MemberInfo(id, "member-" + id, "", "", "", List.of(), 1));
            registry.advance(id, MemberStatus.ACTIVE);
        }
        one = ShardFence.open(source(), 1);
        two = ShardFence.open(source(), 2);
    }

    @AfterEach
    void close() {
        registry.close();
        one.store().close();
        two.store().close();
    }

    @Test
    void shouldWriteOnlyStatesOfShardsThatWereAdmitted() throws Exception {
        List<ShardRow> mine = registry.claim(1, all());
        assertThat(write(one, 1)).isFalse();
        assertThat(one.admit(mine)).isEqualTo(all());
        assertThat(write(one, 1)).isTrue();
        assertThat(two.admit(mine).isEmpty()).isTrue();
        assertThat(write(two, 2)).isFalse();
        assertThat(one.store().load(KEY).version()).isEqualTo(1);
    }

    @Test
    void shouldRefuseWhoDoesNotKnowThatItIsDead() throws Exception {
        one.admit(registry.claim(1, all()));
        assertThat(write(one, 1)).isTrue();
        registry.fence(1);
        assertThat(write(one, 2)).as("buried, not yet robbed: harms nobody").isTrue();
        two.admit(registry.claim(2, all()));
        assertThat(write(one, 3)).isFalse();
        assertThat(write(two, 3)).isTrue();
    }

    /** The row of an owner that has no shards is removed by the change after, and made again when it loses another one. */
    @Test
    void shouldRefuseWhoHasLostAllAndGotSomethingElse() throws Exception {
        int[] others = others();
        one.admit(registry.claim(1, all()));
        move(2, "= " + others[0]);
        assertThat(write(one, 1)).isTrue();
        move(2, ">= 0");
        move(2, "= " + others[0]);
        move(1, "in (" + others[0] + ", " + others[1] + ")");
        move(2, "= " + others[0]);
        assertThat(write(one, 2)).isFalse();
        move(1, "= " + KEY.shard());
        assertThat(write(one, 2)).as("it knows an old epoch").isFalse();
    }

    /** Two shards that are not that of the key. */
    private static int[] others() {
        return IntStream.range(0, 3).filter(no -> no != KEY.shard()).limit(2).toArray();
    }

    /** Somebody gives shards to another owner, and nobody is told. */
    private void move(long owner, String shards) throws SQLException {
        try (Connection connection = source().open()) {
            RegistrySchema.execute(
                    connection, "update troupe_shard set owner = " + owner + ", epoch = epoch + 1 where no " + shards);
        }
    }

    @Test
    void shouldRefuseTheGiver() throws Exception {
        one.admit(registry.claim(1, all()));
        BitSet given = new BitSet();
        given.set(KEY.shard());
        one.dismiss(given);
        assertThat(write(one, 1)).isFalse();
        List<ShardRow> rows = registry.give(1, given, 2);
        assertThat(two.admit(rows)).isEqualTo(given);
        assertThat(write(two, 1)).isTrue();
        two.dismiss(given);
        one.admit(registry.give(2, given, 1));
        assertThat(write(one, 2)).as("given back").isTrue();
    }

    @Test
    void shouldFollowARegistryElsewhereButOnlyForward() throws Exception {
        assertThat(one.admit(List.of(row(1, 1000)))).isEqualTo(shard());
        assertThat(write(one, 1)).isTrue();
        assertThat(two.admit(List.of(row(2, 2000)))).isEqualTo(shard());
        assertThat(write(one, 2)).as("a zombie").isFalse();
        assertThat(write(two, 2)).isTrue();
        assertThat(one.admit(List.of(row(1, 1000))).isEmpty()).as("late").isTrue();
        assertThat(one.admit(List.of(row(1, 1500))).isEmpty())
                .as("a registry that has gone back")
                .isTrue();
        assertThat(write(two, 3)).isTrue();
        assertThat(two.admit(List.of(row(2, 2000)))).as("again").isEqualTo(shard());
    }

    /** A take-over must not wait for a new connection, which takes as long as all its other steps. */
    @Test
    void shouldOpenAConnectionOnlyForTheFirstShardsThatItGets() throws Exception {
        AtomicInteger opened = new AtomicInteger();
        ShardFence fence = ShardFence.open(
                () -> {
                    opened.incrementAndGet();
                    return source().open();
                },
                1);
        fence.admit(registry.claim(1, shard()));
        int before = opened.get();
        assertThat(fence.admit(registry.claim(1, all())).cardinality()).isEqualTo(StateKey.SHARDS - 1);
        assertThat(opened).hasValue(before);
        fence.store().close();
    }

    private static ShardRow row(long owner, long epoch) {
        return new ShardRow(KEY.shard(), owner, epoch, epoch);
    }

    private static BitSet shard() {
        BitSet shard = new BitSet();
        shard.set(KEY.shard());
        return shard;
    }

    private static BitSet all() {
        BitSet all = new BitSet();
        all.set(0, StateKey.SHARDS);
        return all;
    }

    private static boolean write(ShardFence fence, long version) throws StoreException {
        StateStore store = fence.store();
        return store.commit(List.of(new StateWrite(KEY, new StoredState(version, 1, new byte[] {1}))))[0];
    }
}
