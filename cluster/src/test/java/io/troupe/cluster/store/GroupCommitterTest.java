// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.testkit.Await;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class GroupCommitterTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final ScriptedStore store = new ScriptedStore();
    private final MemoryBudget memory = MemoryBudget.of(8 << 20);
    private final GroupCommitter committer = new GroupCommitter("commit-test", store, 2_000, memory);
    private final List<String> outcomes = Collections.synchronizedList(new ArrayList<>());
    private final WriteLine line = new WriteLine();

    @AfterEach
    void close() {
        store.release(1_000);
        committer.close();
    }

    @Test
    void shouldWriteOnlyTheNewestStateOfAKeyAndTellAll() throws Exception {
        holdUp();
        for (int version = 1; version <= 3; version++) {
            submit("a", version, line);
            submit("b", version, new WriteLine());
        }
        store.release(1_000);
        committer.close();
        assertThat(store.batches().get(1))
                .extracting(write -> write.key().key() + write.state().version())
                .containsExactly("a3", "b3");
        assertThat(outcomes)
                .containsExactly("a1 STORED", "b1 STORED", "a2 STORED", "b2 STORED", "a3 STORED", "b3 STORED");
    }

    @Test
    void shouldStoreNothingThatBuildsOnWhatWasNotStored() throws Exception {
        store.failNext();
        submit("a", 1, line);
        store.awaitCommit();
        submit("a", 2, line);
        submit("b", 1, new WriteLine());
        store.release(1_000);
        committer.close();
        assertThat(outcomes).containsExactly("a1 UNKNOWN", "a2 DROPPED", "b1 STORED");
        assertThat(store.memory().load(new StateKey("t", "a"))).isNull();
    }

    @ParameterizedTest
    @MethodSource("io.troupe.cluster.store.GroupReaderTest#broken")
    void shouldSurviveADriverThatThrowsSomethingElse(Throwable cause) {
        store.release(1_000);
        store.breakNext(cause);
        submitAlone();
        submitAlone();
        assertThat(outcomes).containsExactly("a1 UNKNOWN", "a2 STORED");
    }

    @Test
    void shouldLogTheFirstFailureOfARowAndThenMoreAndMoreRarely() {
        store.release(1_000);
        String log = logOf(() -> {
            failAll(100);
            submitAlone();
            failAll(1);
        });
        assertThat(log.lines().filter(line -> line.contains("a batch could not be committed: ")))
                .hasSize(8)
                .last()
                .asString()
                .contains("times=1, rows=1, cause=");
        assertThat(log).contains("times=64, ");
    }

    private void failAll(int batches) {
        for (int i = 0; i < batches; i++) {
            store.failNext();
            submitAlone();
        }
    }

    /** A batch of its own. */
    private void submitAlone() {
        int told = outcomes.size() + 1;
        submit("a", told, new WriteLine());
        Await.until("the batch is done", LIMIT, () -> outcomes.size() == told);
    }

    private static String logOf(Runnable action) {
        PrintStream before = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        try {
            action.run();
        } finally {
            System.setErr(before);
        }
        return log.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shouldPutAThousandRowsIntoABatchAtMost() throws Exception {
        holdUp();
        for (int i = 0; i < 1_500; i++) {
            submit("key" + i, 1, new WriteLine());
        }
        store.release(1_000);
        committer.close();
        assertThat(store.batches()).extracting(List::size).containsExactly(1, 1_000, 500);
    }

    @Test
    void shouldPutAMebibyteIntoABatchAtMost() throws Exception {
        holdUp();
        for (int i = 0; i < 6; i++) {
            committer.submit(
                    new StateWrite(new StateKey("t", "large" + i), new StoredState(1, 1, new byte[400_000])),
                    new WriteLine(),
                    (outcome, cause) -> {});
        }
        store.release(1_000);
        committer.close();
        assertThat(store.batches()).extracting(List::size).containsExactly(1, 3, 3);
    }

    @Test
    void shouldRefuseWhenTooManyWait() throws Exception {
        holdUp();
        for (int i = 0; i < 2_000; i++) {
            assertThat(submit("key" + i, 1, new WriteLine())).isTrue();
        }
        assertThat(submit("one-more", 1, new WriteLine())).isFalse();
    }

    @Test
    void shouldRefuseWhenTooMuchWaits() throws Exception {
        holdUp();
        int taken = 0;
        while (submitLarge("key" + taken)) {
            taken++;
        }
        assertThat(taken).isEqualTo(7);
        assertThat(committer.hasRoom()).isTrue(); // for a smaller one
        store.release(1_000);
        committer.close();
        assertThat(memory.used()).isZero();
    }

    @Test
    void shouldGiveTheMemoryBackOfWhatWasNotStored() throws Exception {
        holdUp();
        WriteLine broken = new WriteLine();
        store.failNext();
        submit("a", 1, broken);
        submit("a", 2, broken);
        store.release(1_000);
        committer.close();
        assertThat(submit("a", 3, broken)).isFalse();
        assertThat(memory.used()).isZero();
    }

    private boolean submitLarge(String key) {
        return committer.submit(
                new StateWrite(new StateKey("t", key), new StoredState(1, 1, new byte[1 << 20])),
                new WriteLine(),
                (outcome, cause) -> {});
    }

    @Test
    void shouldCommitWhatWaitsWhenItCloses() throws Exception {
        holdUp();
        submit("a", 1, line);
        store.release(1_000);
        committer.close();
        assertThat(outcomes).containsExactly("a1 STORED");
        assertThat(submit("a", 2, line)).isFalse();
    }

    /** The committer is busy with a write that nobody looks at. */
    private void holdUp() throws InterruptedException {
        committer.submit(
                new StateWrite(new StateKey("t", "first"), new StoredState(1, 1, new byte[1])),
                new WriteLine(),
                (outcome, cause) -> {});
        store.awaitCommit();
    }

    private boolean submit(String key, long version, WriteLine of) {
        return committer.submit(
                new StateWrite(new StateKey("t", key), new StoredState(version, 1, new byte[10])),
                of,
                (outcome, cause) -> outcomes.add(key + version + " " + outcome));
    }
}
