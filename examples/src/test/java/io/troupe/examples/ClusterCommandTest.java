// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.troupe.cluster.registry.MemberInfo;
import io.troupe.cluster.registry.MemberStatus;
import io.troupe.cluster.registry.Registry;
import io.troupe.cluster.shard.Plan;
import io.troupe.cluster.sql.ConnectionSource;
import io.troupe.cluster.sql.ShardFence;
import io.troupe.cluster.sql.SqlRegistry;
import io.troupe.cluster.store.ReminderChange;
import io.troupe.cluster.store.RowChanges;
import io.troupe.cluster.store.StateKey;
import io.troupe.cluster.store.StateWrite;
import io.troupe.cluster.store.StoredEffect;
import io.troupe.cluster.store.StoredReminder;
import io.troupe.cluster.store.StoredState;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class ClusterCommandTest {
    private static final int HALF = 2048;

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CommandLine troupe =
            Troupe.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    private Registry registry;

    private Path file() {
        return folder.resolve("state.db");
    }

    private ConnectionSource source() {
        String url = "jdbc:sqlite:" + file();
        return () -> DriverManager.getConnection(url);
    }

    /** Two members share all shards, a third one is gone, and an actor has a state, a reminder and two calls. */
    @BeforeEach
    void open() throws Exception {
        registry = SqlRegistry.open(source(), Duration.ofHours(1));
        join(1, "one", MemberStatus.ACTIVE);
        join(2, "two", MemberStatus.ACTIVE);
        join(3, "three", MemberStatus.GONE);
        registry.claim(1, range(0, HALF));
        registry.claim(2, range(HALF, 2 * HALF));
        StateKey key = new StateKey("account", "a");
        long owner = key.shard() < HALF ? 1 : 2;
        ShardFence fence = ShardFence.open(source(), owner);
        fence.admit(registry.read(0).shards());
        byte[] state = {(byte) 0xA1, 0x65, 'c', 'e', 'n', 't', 's', 0x18, 0x2A}; // {"cents": 42}
        byte[] arguments = {(byte) 0x81, 0x05}; // [5]
        StoredReminder tea = new StoredReminder(key, "tea", 1_000, 60_000, "drink", arguments, 1_000, 0);
        RowChanges rows = new RowChanges(
                List.of(),
                List.of(effect(key, 1, 2, arguments), effect(key, 2, StoredEffect.MOST_TRIES, arguments)),
                List.of(),
                List.of(new ReminderChange("tea", ReminderChange.ANY, tea)));
        fence.store().commit(List.of(new StateWrite(key, new StoredState(7, 1, state), rows)));
        fence.store().close();
    }

    @AfterEach
    void close() {
        registry.close();
    }

    private void join(long id, String name, MemberStatus status) throws Exception {
        registry.join(new MemberInfo(id, name, "tcp://127.0.0.1:" + (7000 + id), "", "1.0", List.of("web"), 1));
        registry.advance(id, status);
    }

    private static StoredEffect effect(StateKey from, long sequence, int tries, byte[] arguments) {
        return new StoredEffect(0, from, sequence, new StateKey("shop", "b"), "buy", arguments, tries, 0);
    }

    private static BitSet range(int from, int to) {
        BitSet shards = new BitSet();
        shards.set(from, to);
        return shards;
    }

    private int run(String... line) {
        List<String> words = new ArrayList<>(List.of("cluster"));
        words.addAll(List.of(line));
        words.addAll(List.of("--db", file().toString()));
        return troupe.execute(words.toArray(new String[0]));
    }

    private JsonNode json(String... line) throws Exception {
        List<String> words = new ArrayList<>(List.of(line));
        words.add("--json");
        out.getBuffer().setLength(0);
        assertThat(run(words.toArray(new String[0]))).as(err.toString()).isZero();
        assertThat(out.toString().lines()).hasSize(1);
        assertThat(err.toString()).isEmpty();
        return new ObjectMapper().readTree(out.toString());
    }

    @Test
    void shouldListMembers() throws Exception {
        assertThat(run("members")).isZero();
        assertThat(out.toString().lines())
                .hasSize(4)
                .anyMatch(line -> line.matches("one +0{15}1 +tcp://127.0.0.1:7001 +active .* 2048 +1.0 +web"))
                .last()
                .isEqualTo("members 2, gone 1: --all shows them");
        JsonNode all = json("members", "--all");
        assertThat(all.get("members")).hasSize(3);
        assertThat(all.get("members").get(0).get("leaseLeftMillis").asLong()).isPositive();
        assertThat(all.get("members").get(2).get("status").asText()).isEqualTo("gone");
    }

    @Test
    void shouldDrawShards() throws Exception {
        assertThat(run("shards")).isZero();
        assertThat(out.toString().lines())
                .hasSize(4)
                .anyMatch(line -> line.matches("two +active +2048 +#{20}-{20}  50.0 %"))
                .last()
                .isEqualTo("shards 4096, epochs 1 to 1");
        JsonNode shards = json("shards");
        assertThat(shards.get("unowned").asInt()).isZero();
        assertThat(shards.get("owners")).hasSize(2);
    }

    @Test
    void shouldFindAnActor() throws Exception {
        int shard = new StateKey("account", "a").shard();
        String owner = shard < HALF ? "one" : "two";
        assertThat(run("find", "account", "a")).isZero();
        assertThat(out.toString()).contains("shard    " + shard + ", epoch 1", "owner    " + owner + ", active");
        assertThat(json("find", "account", "a").get("member").get("name").asText())
                .isEqualTo(owner);
    }

    @Test
    void shouldShowAStateWithoutItsClass() throws Exception {
        assertThat(run("state", "account", "a")).isZero();
        assertThat(out.toString()).contains("version  7, format 1, 9 bytes", "\"cents\" : 42");
        JsonNode state = json("state", "account", "a");
        assertThat(state.get("state").get("cents").asInt()).isEqualTo(42);
        assertThat(state.get("changed").asText()).startsWith("20");
        assertThat(state.get("problem").isNull()).isTrue();
    }

    @Test
    void shouldListRemindersAndCalls() throws Exception {
        assertThat(run("reminders", "--due")).isZero();
        assertThat(out.toString()).contains("1970-01-01T00:00:01Z", "60.0 s", "tea", "drink [5]", "reminders 1");
        assertThat(json("reminders", "--type", "shop").get("reminders")).isEmpty();
        assertThat(json("reminders", "--type", "account", "--key", "a")
                        .get("reminders")
                        .get(0)
                        .get("everyMillis")
                        .asInt())
                .isEqualTo(60_000);
        out.getBuffer().setLength(0);
        assertThat(run("outbox")).isZero();
        assertThat(out.toString()).contains("account a", "shop b", "given up", "now", "buy [5]", "calls 2");
        assertThat(json("outbox").get("calls").get(0).get("next").asText()).isEqualTo("1970-01-01T00:00:00Z");
        assertThat(json("outbox", "--dead").get("calls")).hasSize(1);
        assertThat(json("outbox", "--requeue").get("requeued").asInt()).isEqualTo(1);
        assertThat(json("outbox", "--dead").get("calls")).isEmpty();
    }

    @Test
    void shouldFenceOnPurposeOnly() throws Exception {
        assertThat(run("fence", "one")).isEqualTo(2);
        assertThat(err.toString())
                .startsWith(
                        "troupe cluster fence: a member must be fenced on purpose: member=one, id=0000000000000001,")
                .contains("; give --yes");
        assertThat(registry.renew(1)).isPresent();
        err.getBuffer().setLength(0);
        JsonNode fenced = json("fence", "one", "--yes");
        assertThat(fenced.get("fenced").asBoolean()).isTrue();
        assertThat(fenced.get("shards").asInt()).isEqualTo(HALF);
        assertThat(registry.renew(1)).isEmpty();
    }

    @Test
    void shouldWaitForAMemberThatLeaves() throws Exception {
        CompletableFuture<Void> member = CompletableFuture.runAsync(this::leaveWhenTold);
        JsonNode drained = json("drain", "one");
        assertThat(drained.get("status").asText()).isEqualTo("gone");
        assertThat(drained.get("given").asInt()).isEqualTo(HALF);
        assertThat(drained.get("fenced").asBoolean()).isFalse();
        member.join();
    }

    private void leaveWhenTold() {
        try (Registry one = SqlRegistry.open(source(), Duration.ofHours(1))) {
            while (one.read(0).members().stream()
                    .noneMatch(row -> row.id() == 1 && row.status() == MemberStatus.LEAVING)) {
                Thread.onSpinWait();
            }
            for (int shard = 0; shard < HALF; shard += Plan.STEP) {
                one.give(1, range(shard, shard + Plan.STEP), 2);
            }
            one.advance(1, MemberStatus.GONE);
        } catch (Exception e) {
            throw new CompletionException(e);
        }
    }

    @Test
    void shouldSayThatAMemberDoesNotLeaveInTime() {
        assertThat(run("drain", "one", "--seconds", "1")).isEqualTo(1);
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .startsWith("troupe cluster drain: a member must leave in time, and goes on leaving: member=one,");
        assertThat(run("drain", "two")).isEqualTo(2);
        assertThat(err.toString()).contains("another member must be there to take the shards: member=two");
    }

    @Test
    void shouldPrintAndMakeTheTables() throws Exception {
        assertThat(troupe.execute("cluster", "schema", "--print")).isZero();
        assertThat(out.toString()).startsWith("create table troupe_cluster").contains("bytea", "troupe_member");
        out.getBuffer().setLength(0);
        assertThat(run("schema", "--print")).isZero();
        assertThat(out.toString()).contains("blob");
        Path made = folder.resolve("made.db");
        assertThat(troupe.execute("cluster", "schema", "--apply", "--db", made.toString()))
                .isZero();
        assertThat(troupe.execute("cluster", "shards", "--db", made.toString())).isZero();
        assertThat(out.toString()).contains("nobody");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "fence four --yes       | fence: a member must be known: member=four, living=[one, two]",
                "fence three --yes      | fence: a member must not be gone: member=three",
                "drain three            | drain: a member must not be gone: member=three",
                "drain one --seconds 0  | drain: seconds must be at least 1: seconds=0",
                "state account b        | state: an actor must have a state to show: type=account, key=b",
                "outbox --limit 0       | outbox: limit must be at least 1: limit=0",
                "reminders --limit 0    | reminders: limit must be at least 1: limit=0",
                "schema                 | schema: one of print and apply must be given: print=false, apply=false",
                "members --registry zk:x| members: the scheme of a registry must be known, ",
                "members --registry etcd:x | members: an address of etcd must be etcd://host:port",
            })
    void shouldAnswerABrokenRuleWithOneLineAndExitCodeTwo(String line, String expected) {
        assertThat(run(line.split(" "))).isEqualTo(2);
        assertThat(err.toString().lines()).hasSize(1).first().asString().startsWith("troupe cluster " + expected);
        assertThat(out.toString()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"members", "shards", "drain a", "fence a --yes", "outbox --requeue"})
    void shouldMakeNoFile(String line) throws Exception {
        Path none = Files.createDirectory(folder.resolve("empty")).resolve("none.db");
        List<String> words = new ArrayList<>(List.of("cluster"));
        words.addAll(List.of(line.split(" ")));
        words.addAll(List.of("--db", none.toString()));
        assertThat(troupe.execute(words.toArray(new String[0]))).isEqualTo(2);
        assertThat(err.toString().lines()).singleElement().asString().contains("a file of states must exist: file=");
        assertThat(none.getParent()).isEmptyDirectory();
    }
}
