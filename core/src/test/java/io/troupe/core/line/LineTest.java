// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.ManualSystem;
import io.troupe.core.Scripted;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.Dispatchers;
import io.troupe.dispatch.ManualDispatcher;
import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.dispatch.mailbox.Overflow;
import io.troupe.dispatch.mailbox.QueueKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What stages see, with turns that the test runs. */
@Timeout(60)
class LineTest {
    private final ManualSystem test = new ManualSystem();
    private final List<String> log = new ArrayList<>();

    @AfterEach
    void close() {
        test.close();
    }

    /** The object of a slot. */
    private static final class Cup {
        int value;
        int doubled;
    }

    private static void fill(Line<Cup> line, int from, int to) {
        for (int i = from; i < to; i++) {
            int value = i;
            line.publish(cup -> cup.value = value);
        }
    }

    private static List<Integer> upTo(int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    @Test
    void shouldPassElementsThroughAllStagesInOrder() {
        List<Integer> seen = new ArrayList<>();
        Line<Cup> line = Lines.of(Cup::new, 8)
                .stage("double", cup -> cup.doubled = 2 * cup.value)
                .async()
                .stage("collect", cup -> seen.add(cup.doubled))
                .start(test.system);
        fill(line, 0, 5);
        test.runAll();
        fill(line, 5, 10); // the slots are used again
        test.result(line.end());

        assertThat(seen).isEqualTo(IntStream.range(0, 10).mapToObj(i -> 2 * i).toList());
        assertThat(line.stats().completed()).isEqualTo(10);
        assertThat(line.isOpen()).isFalse();
    }

    @Test
    void shouldFuseNeighboursAndRunThemElementByElement() {
        Line<String> line = Lines.<String>values(8)
                .stage("a", s -> log.add("a" + s))
                .stage("b", s -> log.add("b" + s))
                .start(test.system);
        line.put("1");
        line.put("2");
        test.result(line.end());

        assertThat(log).containsExactly("a1", "b1", "a2", "b2");
        assertThat(line.stats().stages()).extracting(LineStats.StageStats::name).containsExactly("a+b");
    }

    @Test
    void shouldShowAnElementToAStageOnlyAfterAllBeforeHaveHandledIt() {
        List<String> journal = new ArrayList<>();
        List<String> risk = new ArrayList<>();
        Line<String> line = Lines.<String>values(16)
                .stage("in", s -> log.add(s))
                .parallel(Lines.batch("journal", 4, journal::addAll), Lines.stage("risk", risk::add))
                .stage("out", s -> assertThat(log).contains(s).satisfies(all -> {
                    assertThat(journal).contains(s);
                    assertThat(risk).contains(s);
                }))
                .start(test.system);
        upTo(12).forEach(i -> line.put("s" + i));
        test.result(line.end());

        assertThat(line.stats().completed()).isEqualTo(12);
        assertThat(journal).hasSize(12).isEqualTo(risk);
    }

    @Test
    void shouldGiveABatchWhatIsThereAndNeverWaitForMore() {
        List<Integer> sizes = new ArrayList<>();
        Line<Integer> line = Lines.<Integer>values(16)
                .batch("all", 5, batch -> sizes.add(batch.size()))
                .start(test.system);
        line.put(1);
        test.runAll();
        upTo(12).forEach(line::put);
        test.runAll();

        assertThat(sizes).containsExactly(1, 5, 5, 2);
    }

    @Test
    void shouldKeepTheOrderOfEachKeyAmongShards() {
        List<List<Integer>> perShard = Stream.generate(() -> (List<Integer>) new ArrayList<Integer>())
                .limit(3)
                .toList();
        Line<Integer> line = Lines.<Integer>values(64)
                .shards("by", 3, i -> i % 3, i -> perShard.get(i % 3).add(i))
                .start(test.system);
        upTo(60).forEach(line::put);
        test.result(line.end());

        for (int key = 0; key < 3; key++) {
            int rest = key;
            assertThat(perShard.get(key))
                    .isEqualTo(upTo(60).stream().filter(i -> i % 3 == rest).toList());
        }
        assertThat(line.stats().completed()).isEqualTo(60);
        assertThat(line.stats().stages())
                .extracting(LineStats.StageStats::name)
                .containsExactly("by-0", "by-1", "by-2", "end");
        assertThat(line.stats().stages().subList(0, 3))
                .allSatisfy(stage -> assertThat(stage.batches()).isPositive());
    }

    @Test
    void shouldRunBlockingStagesOnHelperThreadsInOrder() {
        Line<Integer> line = Lines.<Integer>values(8)
                .stage("write", i -> log.add("w" + i))
                .blocking(true)
                .stage("after", i -> log.add("a" + i))
                .start(test.system);
        upTo(6).forEach(line::put);
        test.result(line.end());

        assertThat(log.stream().filter(s -> s.startsWith("w"))).containsExactly("w0", "w1", "w2", "w3", "w4", "w5");
        assertThat(log.stream().filter(s -> s.startsWith("a"))).containsExactly("a0", "a1", "a2", "a3", "a4", "a5");
        assertThat(log.indexOf("w5")).isLessThan(log.indexOf("a0"));
    }

    @Test
    void shouldTryAgainWhenTheHelperThreadsHaveNoRoom() {
        AtomicBoolean isFull = new AtomicBoolean(true);
        List<Integer> written = new ArrayList<>();
        Executor helpers = work -> {
            if (isFull.get()) {
                throw new RejectedExecutionException("full");
            }
            work.run();
        };
        try (ManualSystem busy = new ManualSystem(builder -> builder.helpers(helpers))) {
            Line<Integer> line = Lines.<Integer>values(8)
                    .stage("write", written::add)
                    .blocking(true)
                    .start(busy.system);
            upTo(5).forEach(line::put);
            busy.advance(Duration.ofMillis(5));
            assertThat(written).isEmpty();
            isFull.set(false);
            busy.advance(Duration.ofMillis(5));

            assertThat(written).isEqualTo(upTo(5));
        }
    }

    @Test
    void shouldTellOnceThatTheHelperThreadsRefuseEverything() {
        AtomicInteger asked = new AtomicInteger();
        AtomicBoolean isFull = new AtomicBoolean(true);
        Executor helpers = work -> {
            asked.incrementAndGet();
            if (isFull.get()) {
                throw new RejectedExecutionException("shut down");
            }
            work.run();
        };
        try (ManualSystem closed = new ManualSystem(builder -> builder.helpers(helpers))) {
            List<Integer> written = new ArrayList<>();
            Line<Integer> line = Lines.<Integer>values(8)
                    .stage("write", written::add)
                    .blocking(true)
                    .start(closed.system);
            line.put(1);
            closed.runAll();
            for (int i = 0; i < 60_000; i += 100) {
                closed.advance(Duration.ofMillis(100));
            }
            assertThat(closed.failures)
                    .singleElement()
                    .asString()
                    .startsWith("write blocking work")
                    .endsWith("RESUME");
            assertThat(asked.get()).isLessThan(80);

            isFull.set(false);
            closed.advance(Duration.ofSeconds(1));
            assertThat(written).containsExactly(1);
        }
    }

    @Test
    void shouldEndAtOnceWhileItWaitsForHelperThreads() {
        Executor helpers = work -> {
            throw new RejectedExecutionException("shut down");
        };
        try (ManualSystem closed = new ManualSystem(builder -> builder.helpers(helpers))) {
            Line<Integer> line = Lines.<Integer>values(8)
                    .stage("write", i -> {})
                    .blocking(true)
                    .start(closed.system);
            line.put(1);
            closed.advance(Duration.ofMillis(1));
            line.abort();
            closed.runAll();

            assertThat(line.ended().isFailed()).isTrue();
            assertThat(line.stats().discarded()).isEqualTo(1);
        }
    }

    @Test
    void shouldEndWhenTheExecutorOfHelpersIsBroken() {
        Executor helpers = work -> {
            throw new IllegalStateException("broken executor");
        };
        try (ManualSystem broken = new ManualSystem(builder -> builder.helpers(helpers))) {
            Line<Integer> line = Lines.<Integer>values(8)
                    .stage("write", i -> {})
                    .blocking(true)
                    .start(broken.system);
            line.put(1);
            broken.runAll();

            assertThat(line.ended().isFailed()).isTrue();
            assertThat(broken.system.stats().blocking().get(0).queued()).isZero();
        }
    }

    @Test
    void shouldLetGoOfValuesThatHavePassed() {
        LineRing<Object> ring = new LineRing<>("x", null, 4, false);
        Line<Object> line = new Line<>(
                io.troupe.core.cell.CellSystem.of(test.system),
                ring,
                MemoryBudget.of(1 << 20).account(QueueKind.LINE, "x", ring),
                FailurePolicy.stop(),
                List.of(new LineBuilder.Level<>(List.of(List.of(Stage.of("s", o -> {}))), false)));
        line.put(new Object());
        assertThat(ring.slot(0).element).isNotNull();
        test.runAll();

        assertThat(ring.slot(0).element).isNull();
    }

    @Test
    void shouldRunNoTurnWhileItIsIdle() {
        Line<Integer> line = Lines.<Integer>values(8)
                .stage("a", i -> {})
                .async()
                .stage("b", i -> {})
                .start(test.system);
        line.put(1);
        test.runAll();
        List<LineStats.StageStats> before = line.stats().stages();

        assertThat(test.manual.runNext()).isFalse();
        assertThat(before).extracting(LineStats.StageStats::batches).containsExactly(1L, 1L);
        assertThat(line.stats().stages()).isEqualTo(before);
    }

    // ---- full rings ------------------------------------------------------------------------------------------------

    @Test
    void shouldHoldAnActorThatPublishesToAFullLineAndKeepItsOrder() {
        List<Integer> seen = new ArrayList<>();
        Line<Cup> line =
                Lines.of(Cup::new, 4).stage("see", cup -> seen.add(cup.value)).start(test.system);
        Scripted actor = test.spawn("actor");
        test.runAll();
        actor.tell(self -> fill(line, 0, 20));
        actor.tell(self -> log.add("next message, seen=" + seen.size()));
        test.runAll();

        assertThat(seen).isEqualTo(upTo(20));
        assertThat(log).containsExactly("next message, seen=16"); // it was held until the last four were in
        assertThat(line.stats().waiting()).isZero();
    }

    @Test
    void shouldLetTheThreadThatDrivesTheSystemRunTheStagesOfAFullLine() {
        List<Integer> seen = new ArrayList<>();
        Line<Cup> line =
                Lines.of(Cup::new, 2).stage("see", cup -> seen.add(cup.value)).start(test.system);
        fill(line, 0, 50);
        test.runAll();

        assertThat(seen).isEqualTo(upTo(50));
    }

    @Test
    void shouldSayNoInsteadOfWaitingWhenTrying() {
        Line<Cup> line = Lines.of(Cup::new, 2)
                .stage("see", cup -> log.add("" + cup.value))
                .start(test.system);

        assertThat(line.tryPublish(cup -> cup.value = 1)).isTrue();
        assertThat(line.tryPublish(cup -> cup.value = 2)).isTrue();
        assertThat(line.tryPublish(cup -> cup.value = 3)).isFalse();
        test.runAll();
        assertThat(line.tryPublish(cup -> cup.value = 4)).isTrue();
        test.runAll();
        assertThat(log).containsExactly("1", "2", "4");
    }

    @Test
    void shouldPublishManyAtOnceAndMoreThanThereIsRoomFor() {
        List<Integer> seen = new ArrayList<>();
        Line<Cup> line =
                Lines.of(Cup::new, 8).stage("see", cup -> seen.add(cup.value)).start(test.system);
        Scripted actor = test.spawn("actor");
        actor.tell(self -> line.publishAll(30, (cup, i) -> cup.value = i));
        test.runAll();

        assertThat(seen).isEqualTo(upTo(30));
    }

    @Test
    void shouldBeHeldBackByAFullMailboxBehind() {
        // a ledger on a dispatcher that nobody runs at first
        ManualDispatcher stopped = Dispatchers.manual();
        Scripted ledger = test.spawn(
                ActorOptions.named("ledger").dispatcher(stopped).mailbox(MailboxSpec.bounded(2, Overflow.PACE)));
        Line<String> line = Lines.<String>values(4).into(ledger, Scripted::say).start(test.system);
        int taken = 0;
        for (int i = 0; i < 40; i++) {
            taken += line.tryPut("m" + i) ? 1 : 0;
            test.runAll();
        }
        assertThat(taken).isEqualTo(2 + 1 + 4); // in the mailbox, in the outbox of the stage, in the ring

        Promise<Void> end = line.end();
        while (!end.isSettled()) {
            stopped.runAll();
            test.runAll();
        }
        stopped.runAll();
        assertThat(test.log.stream().filter(s -> s.startsWith("ledger m") && !s.endsWith("made")))
                .hasSize(7);
        stopped.close(ManualSystem.LONG);
    }

    @Test
    void shouldGoOnWhenAnActorPublishesToALineThatTellsTheActor() {
        // a full cycle: the actor is held by the line, and the line by the actor's mailbox
        Scripted actor = test.spawn(ActorOptions.named("actor").mailbox(MailboxSpec.bounded(2, Overflow.PACE)));
        test.runAll();
        Line<String> line = Lines.<String>values(2)
                .stage("first", s -> {})
                .async()
                .into(actor, Scripted::say)
                .async()
                .stage("last", s -> {})
                .start(test.system);
        actor.tell(self -> upTo(30).forEach(i -> line.put("m" + i)));
        test.runAll();

        assertThat(line.stats().completed()).isEqualTo(30);
        assertThat(test.log.stream().filter(s -> s.startsWith("actor m") && !s.endsWith("made")))
                .hasSize(30);
    }

    @Test
    void shouldGoOnWhenAnActorPublishesToALineThatWaitsForTheActorAlready() {
        // the same cycle, closed by the actor: the stage that is held is not the one that the actor waits for
        ManualDispatcher apart = Dispatchers.manual();
        Scripted actor = test.spawn(
                ActorOptions.named("actor").dispatcher(apart).mailbox(MailboxSpec.bounded(2, Overflow.PACE)));
        apart.runAll();
        Line<String> line = Lines.<String>values(2)
                .stage("first", s -> {})
                .async()
                .into(actor, Scripted::say)
                .async()
                .stage("last", s -> {})
                .start(test.system);
        actor.tell(self -> upTo(20).forEach(i -> line.put("n" + i)));
        int put = 0;
        for (int tries = 0; tries < 20; tries++) {
            put += line.tryPut("m" + tries) ? 1 : 0;
            test.runAll();
        }
        assertThat(line.tryPut("full")).isFalse();
        for (int turns = 0; turns < 100; turns++) {
            apart.runAll();
            test.runAll();
        }

        assertThat(line.stats().completed()).isEqualTo(put + 20);
        apart.close(ManualSystem.LONG);
    }

    @Test
    void shouldLetAHandlerPublishToItsOwnLine() {
        List<Integer> seen = new ArrayList<>();
        List<Line<Integer>> self = new ArrayList<>();
        Line<Integer> line = Lines.<Integer>values(2)
                .stage("a", i -> {
                    seen.add(i);
                    if (i < 20) {
                        self.get(0).put(i + 1);
                        self.get(0).put(100 + i);
                    }
                })
                .start(test.system);
        self.add(line);
        line.put(0);
        test.runAll();

        assertThat(seen).hasSize(41).contains(20, 119);
    }

    // ---- what is refused -------------------------------------------------------------------------------------------

    @Test
    void shouldLeaveOutAnElementWhoseFillerThrows() {
        Line<Cup> line = Lines.of(Cup::new, 4)
                .stage("see", cup -> log.add("" + cup.value))
                .start(test.system);
        assertThatThrownBy(() -> line.publish(cup -> {
                    throw new IllegalStateException("no bytes");
                }))
                .hasMessage("no bytes");
        assertThatThrownBy(() -> line.publishAll(3, (cup, i) -> {
                    if (i == 1) {
                        throw new IllegalStateException("no more bytes");
                    }
                    cup.value = i;
                }))
                .hasMessage("no more bytes");
        fill(line, 7, 8);
        test.result(line.end());

        assertThat(log).containsExactly("0", "7");
        assertThat(line.stats().accepted()).isEqualTo(2);
        assertThat(line.stats().completed()).isEqualTo(2);
    }

    @Test
    void shouldRefuseASecondProducerOfALineWithASingleOne() {
        Line<Cup> line = Lines.of(Cup::new, 4)
                .stage("see", cup -> {})
                .named("orders")
                .singleProducer()
                .start(test.system);
        fill(line, 0, 1);
        Scripted other = test.spawn("other");
        other.tell(self -> fill(line, 1, 2));
        test.runAll();

        assertThat(test.failures)
                .hasSize(1)
                .first()
                .asString()
                .contains("a line with a single producer must be published to by that one only: line=orders, producer=")
                .contains("other=troupe://test/other");
        fill(line, 2, 3);
        test.result(line.end());
        assertThat(line.stats().completed()).isEqualTo(2);
    }

    @Test
    void shouldKeepTheOrderOfASingleProducerThatIsHeld() {
        List<Integer> seen = new ArrayList<>();
        Line<Cup> line = Lines.of(Cup::new, 4)
                .stage("see", cup -> seen.add(cup.value))
                .singleProducer()
                .start(test.system);
        Scripted actor = test.spawn("actor");
        actor.tell(self -> fill(line, 0, 13));
        actor.tell(self -> fill(line, 13, 30));
        test.runAll();

        assertThat(seen).isEqualTo(upTo(30));
    }

    @Test
    void shouldRefuseNonsenseInOneSentence() {
        assertThatThrownBy(() -> Lines.values(3))
                .hasMessage("the capacity of a line must be a power of 2, from 2 to 2^30: capacity=3");
        assertThatThrownBy(() -> Lines.values(0)).hasMessageContaining("capacity=0");
        assertThatThrownBy(() -> Lines.values(1)).hasMessageContaining("capacity=1");
        assertThatThrownBy(() -> Lines.values(4).start(test.system)).hasMessage("a line must have a stage: capacity=4");
        assertThatThrownBy(() -> Lines.values(4).named("orders").start(test.system))
                .hasMessage("a line must have a stage: capacity=4, line=orders");
        assertThatThrownBy(() -> Lines.values(4).blocking(true)).hasMessage("blocking must follow a stage: capacity=4");
        assertThatThrownBy(() ->
                        Lines.values(4).stage("a", o -> {}).stage("a", o -> {}).start(test.system))
                .hasMessageContaining("the stages of a line must have different names: stage=a");
        assertThatThrownBy(() -> Lines.batch("a", 0, list -> {})).hasMessageContaining("most=0");
        assertThatThrownBy(() -> Lines.values(4).shards("a", 1, o -> o, o -> {}))
                .hasMessageContaining("count=1");
        assertThatThrownBy(() -> FailurePolicy.retry(0)).hasMessageContaining("times=0");
        Line<Object> values = Lines.values(4).stage("a", o -> {}).start(test.system);
        assertThatThrownBy(() -> values.publish(o -> {}))
                .hasMessageContaining("a line of values is given values, by put");
        Line<Cup> slots = Lines.of(Cup::new, 4).stage("a", o -> {}).start(test.system);
        assertThatThrownBy(() -> slots.put(new Cup()))
                .hasMessageContaining("a line of slots has them filled, by publish");
        assertThatThrownBy(() -> slots.publishAll(-1, (cup, i) -> {})).hasMessageContaining("count=-1");
    }

    @Test
    void shouldRunWhatAHandlerLetsFollowInTurnsOfItsStage() {
        Scripted actor = test.spawn("actor");
        Line<String> line = Lines.<String>values(4)
                .stage("ask", s -> {
                    Promise<String> answer = actor.echo(s);
                    answer.then(a -> log.add("answered " + a));
                    assertThatThrownBy(() -> answer.await(ManualSystem.LONG))
                            .hasMessageContaining("await must not be called in an actor's turn");
                })
                .start(test.system);
        line.put("x");
        test.runAll();

        assertThat(log).containsExactly("answered x");
        assertThat(line.stats().stages().get(0).failures()).isZero();
    }
}
