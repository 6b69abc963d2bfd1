// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.etcd.jetcd.ByteSequence;
import io.troupe.cluster.registry.MemberInfo;
import io.troupe.cluster.registry.MemberRow;
import io.troupe.cluster.registry.MemberStatus;
import io.troupe.cluster.registry.Registry;
import io.troupe.cluster.registry.RegistryContract;
import io.troupe.cluster.registry.RegistryException;
import io.troupe.cluster.registry.RegistryProvider;
import io.troupe.cluster.registry.Roster;
import io.troupe.cluster.registry.ShardRow;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("interop")
class EtcdRegistryTest extends RegistryContract {
    /** Of operations that must succeed, however busy the machine is. */
    private static final Duration AMPLE = Duration.ofSeconds(60);

    /** Of operations that may fail. */
    private static final Duration BRIEF = Duration.ofSeconds(3);

    private static final Duration DAY = Duration.ofDays(1);

    @AutoClose
    private static EtcdServers servers;

    private static int spaces;

    private String space = "";

    @BeforeAll
    static void start() throws Exception {
        servers = EtcdServers.start();
        try (Registry registry = servers.open("first", LONG, BRIEF, DAY)) {
            awaitServers(registry);
        }
    }

    @BeforeEach
    void chooseSpace() {
        space = "space-" + spaces++;
    }

    @Override
    protected Registry open(Duration lease) {
        return servers.open(space, lease, AMPLE, DAY);
    }

    @Override
    protected Duration shortLease() {
        return Duration.ofSeconds(1);
    }

    @Override
    protected void passTime() {}

    @Override
    protected boolean tellsWatchers() {
        return true;
    }

    @Test
    void shouldBeFoundByItsAddress() throws Exception {
        try (Registry registry = RegistryProvider.find(servers.address(space), LONG, AMPLE)) {
            assertThat(registry).isInstanceOf(EtcdRegistry.class);
            long member = active(registry, "one");
            assertThat(roster(opened(LONG)).member(member)).isNotNull();
        }
    }

    @Test
    void shouldLeaseAgainToAMemberWhoseLeaseEtcdHasForgotten() throws Exception {
        long member = active(opened(shortLease()), "one");
        ByteSequence alive = ByteSequence.from("alive/" + Long.toHexString(member), StandardCharsets.UTF_8);
        try (EtcdClients clients = servers.clients(space, AMPLE)) {
            until(() -> clients.call("look", clients.deadline(), client -> client.getKVClient()
                            .get(alive))
                    .getKvs()
                    .isEmpty());
        }
        Registry registry = opened(LONG);
        assertThat(registry.renew(member)).isPresent();
        assertThat(registry.leases().get(member)).isGreaterThan(AMPLE);
        assertThat(registry.bury()).isZero();
        assertThat(registry.renew(member)).isPresent();
        registry.fence(member);
        assertThat(registry.renew(member)).isEmpty();
    }

    @Test
    void shouldForgetThoseThatAreDeadForTheirTimeAndOwnNothing() throws Exception {
        try (Registry registry = servers.open(space, LONG, AMPLE, Duration.ofSeconds(1))) {
            long owner = active(registry, "owner");
            long empty = active(registry, "empty");
            registry.claim(owner, shards(0, 1));
            registry.fence(owner);
            registry.fence(empty);
            until(() -> {
                registry.bury();
                return roster(registry).member(empty) == null;
            });
            assertThat(roster(registry).isDead(owner)).isTrue();
        }
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void shouldGoOnWhenOneServerIsKilled() throws Exception {
        try (Registry registry = servers.open(space, LONG, BRIEF, DAY)) {
            Work work = new Work(registry);
            for (int server = 0; server < 3; server++) {
                servers.kill(server);
                work.untilAllSucceed();
                servers.startAgain(server);
                work.untilAllSucceed();
            }
            work.check();
        }
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void shouldGoOnWhenOneServerStandsStill() throws Exception {
        try (Registry registry = servers.open(space, LONG, BRIEF, DAY)) {
            Work work = new Work(registry);
            for (int server = 0; server < 3; server++) {
                servers.stop(server);
                try {
                    work.untilAllSucceed();
                } finally {
                    servers.goOn(server);
                }
                work.untilAllSucceed();
            }
            work.check();
        }
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void shouldFailWhenMostServersStandStillAndGoOnAfterwards() throws Exception {
        try (Registry registry = servers.open(space, LONG, BRIEF, DAY)) {
            Work work = new Work(registry);
            work.untilAllSucceed();
            servers.stop(0);
            servers.stop(1);
            try {
                assertThat(work.doesAllSucceed()).isFalse();
            } finally {
                servers.goOn(0);
                servers.goOn(1);
            }
            work.untilAllSucceed();
            work.check();
        }
    }

    /** Until a leader is elected, operations fail. */
    static void awaitServers(Registry registry) throws Exception {
        until(() -> {
            try {
                registry.read(0);
                return true;
            } catch (RegistryException e) {
                return false;
            }
        });
    }

    /** Operations some of which may fail: what succeeded must be there, the rest as a whole or not at all. */
    private final class Work {
        private final Registry registry;
        private final Map<Integer, ShardRow> rows = new HashMap<>();
        private final Set<Long> joined = new HashSet<>();
        private int step;

        Work(Registry registry) {
            this.registry = registry;
        }

        void untilAllSucceed() throws Exception {
            until(this::doesAllSucceed);
        }

        boolean doesAllSucceed() {
            step++;
            try {
                MemberInfo info = info("member-" + step);
                MemberInfo next = info("next-" + step);
                join(info);
                join(next);
                registry.renew(info.id());
                int from = step * 70;
                note(registry.claim(info.id(), shards(from % 4000, from % 4000 + 64)));
                note(registry.give(info.id(), shards(from % 4000, from % 4000 + 32), next.id()));
                registry.fence(info.id());
                return registry.read(0).members().stream().anyMatch(row -> row.id() == info.id());
            } catch (RegistryException e) {
                return false;
            }
        }

        private void join(MemberInfo info) throws RegistryException {
            assertThat(registry.join(info)).isTrue();
            joined.add(info.id());
            assertThat(registry.advance(info.id(), MemberStatus.ACTIVE)).isTrue();
        }

        private void note(List<ShardRow> moved) {
            moved.forEach(row -> rows.put(row.no(), row));
        }

        void check() throws Exception {
            Registry all = opened(LONG);
            Roster roster = roster(all);
            joined.forEach(id -> assertThat(roster.member(id)).isNotNull());
            rows.forEach((shard, row) -> assertThat(roster.epoch(shard)).isGreaterThanOrEqualTo(row.epoch()));
            // A living member has its name, a dead one does not: rows and names change together.
            for (MemberRow row : roster.members()) {
                MemberInfo again = info(row.info().name());
                assertThat(all.join(again)).isEqualTo(!row.status().isLiving());
            }
        }
    }
}
