// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.troupe.core.ManualSystem;
import io.troupe.core.Scripted;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.DeadLetter;
import io.troupe.core.error.BackpressureException;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.Dispatchers;
import io.troupe.dispatch.ManualDispatcher;
import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.dispatch.mailbox.Overflow;
import io.troupe.dispatch.mailbox.QueueKind;
import io.troupe.dispatch.mailbox.QueueMemory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Failing handlers, ending, aborting, and the end of the system, with turns that the test runs. */
@Timeout(60)
class LineEndTest {
    private final ManualSystem test = new ManualSystem();
    private final List<Integer> seen = new ArrayList<>();

    @AfterEach
    void close() {
        test.close();
    }

    private static void fails(int i, int bad) {
        if (i == bad) {
            throw new IllegalStateException("bad " + i);
        }
    }

    private LineBuilder<Integer> failingAt(int bad) {
        return Lines.<Integer>values(16)
                .named("orders")
                .stage("check", i -> fails(i, bad))
                .async()
                .stage("see", seen::add);
    }

    private static void putAll(Line<Integer> line, int count) {
        IntStream.range(0, count).forEach(line::put);
    }

    // ---- failing handlers ------------------------------------------------------------------------------------------

    @Test
    void shouldLeaveOutAnElementWhoseHandlerFailsAndSaySo() {
        Line<Integer> line = failingAt(3).onFailure(FailurePolicy.skip()).start(test.system);
        putAll(line, 6);
        test.result(line.end());

        assertThat(seen).containsExactly(0, 1, 2, 4, 5);
        assertThat(test.failures).containsExactly("check bad 3 RESUME");
        LineStats stats = line.stats();
        assertThat(stats.skipped()).isEqualTo(1);
        assertThat(stats.completed()).isEqualTo(5);
        assertThat(stats.accepted()).isEqualTo(6);
        assertThat(stats.stages().get(0).failures()).isEqualTo(1);
    }

    @Test
    void shouldStopByDefaultAndTellThePublishersWhy() {
        Line<Integer> line = failingAt(3).start(test.system);
        putAll(line, 6);
        test.runAll();

        assertThat(seen).doesNotContain(3, 4, 5);
        assertThatThrownBy(() -> line.put(9))
                .isInstanceOf(LineEndedException.class)
                .hasMessage("a line that has been stopped by a failing handler takes no more elements: line=orders,"
                        + " cause=java.lang.IllegalStateException: bad 3")
                .hasRootCauseMessage("bad 3");
        assertThatThrownBy(() -> test.result(line.end())).hasMessage("bad 3");
        assertThat(test.failures).containsExactly("check bad 3 STOP");
        LineStats stats = line.stats();
        assertThat(stats.completed() + stats.skipped() + stats.discarded()).isEqualTo(6);
        assertThat(stats.inside()).isZero();
    }

    @Test
    void shouldCallAHandlerAgainBeforeItLeavesTheElementOut() {
        List<Integer> calls = new ArrayList<>();
        Line<Integer> line = Lines.<Integer>values(16)
                .stage("before", i -> {})
                .stage("flaky", i -> {
                    calls.add(i);
                    if ((i == 1 && calls.size() < 4) || i == 3) {
                        throw new IllegalStateException("try again");
                    }
                })
                .stage("after", seen::add)
                .onFailure(FailurePolicy.retry(2))
                .start(test.system);
        putAll(line, 5);
        test.result(line.end());

        assertThat(calls).containsExactly(0, 1, 1, 1, 2, 3, 3, 3, 4);
        assertThat(seen).containsExactly(0, 1, 2, 4);
        assertThat(line.stats().skipped()).isEqualTo(1);
    }

    @Test
    void shouldStopAfterRetryingIfToldSo() {
        Line<Integer> line = failingAt(1)
                .onFailure(FailurePolicy.retry(3, FailurePolicy.stop()))
                .start(test.system);
        putAll(line, 3);
        test.runAll();

        assertThat(test.failures).containsExactly("check bad 1 STOP");
        assertThat(line.isOpen()).isFalse();
    }

    @Test
    void shouldGiveAFailedElementToTheStagesBesideButNotToThoseBehind() {
        List<Integer> beside = new ArrayList<>();
        Line<Integer> line = Lines.<Integer>values(16)
                .parallel(Lines.stage("bad", i -> fails(i, 2)), Lines.stage("good", beside::add))
                .stage("behind", seen::add)
                .onFailure(FailurePolicy.skip())
                .start(test.system);
        putAll(line, 4);
        test.result(line.end());

        assertThat(beside).containsExactly(0, 1, 2, 3);
        assertThat(seen).containsExactly(0, 1, 3);
    }

    @Test
    void shouldLeaveOutAWholeBatchWhoseHandlerFails() {
        Line<Integer> line = Lines.<Integer>values(16)
                .batch("all", 3, batch -> {
                    if (batch.contains(4)) {
                        throw new IllegalStateException("no disk");
                    }
                })
                .stage("see", seen::add)
                .onFailure(FailurePolicy.skip())
                .start(test.system);
        putAll(line, 8);
        test.result(line.end());

        assertThat(seen).containsExactly(0, 1, 2, 6, 7);
        assertThat(line.stats().skipped()).isEqualTo(3);
    }

    @Test
    void shouldCountAnElementWithoutAKeyAsOneFailure() {
        Line<Integer> line = Lines.<Integer>values(16)
                .shards(
                        "by",
                        3,
                        i -> {
                            fails(i, 5);
                            return i;
                        },
                        i -> {})
                .stage("see", seen::add)
                .onFailure(FailurePolicy.skip())
                .start(test.system);
        putAll(line, 8);
        test.result(line.end());

        assertThat(seen).containsExactly(0, 1, 2, 3, 4, 6, 7);
        assertThat(test.failures).containsExactly("by-0 bad 5 RESUME");
    }

    // ---- the end ---------------------------------------------------------------------------------------------------

    @Test
    void shouldFinishWhatWasPublishedBeforeTheEndAndRefuseTheRest() {
        Line<Integer> line = failingAt(-1).start(test.system);
        putAll(line, 6);
        Promise<Void> end = line.end();
        assertThatThrownBy(() -> line.put(7))
                .isInstanceOf(LineEndedException.class)
                .hasMessage("a line that has ended takes no more elements: line=orders");
        assertThat(end.isSettled()).isFalse();
        test.result(end);

        assertThat(seen).containsExactly(0, 1, 2, 3, 4, 5);
        assertThat(line.end()).isSameAs(end);
    }

    @Test
    void shouldLetTheElementsOfAHeldActorInBeforeItEnds() {
        Line<Integer> line = Lines.<Integer>values(2).stage("see", seen::add).start(test.system);
        Scripted actor = test.spawn("actor");
        test.runAll();
        Promise<?> ended = actor.ask(self -> {
            putAll(line, 9);
            assertThat(line.stats().waiting()).isEqualTo(7);
            Promise<Void> end = line.end();
            assertThatThrownBy(() -> line.put(10)).isInstanceOf(LineEndedException.class);
            return end;
        });
        test.result(ended);

        assertThat(seen).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8);
    }

    @Test
    void shouldEndALineThatNeverHadAnElement() {
        Line<Integer> line = failingAt(-1).start(test.system);
        assertThat(test.result(line.end())).isNull();
        assertThat(line.stats().accepted()).isZero();
    }

    @Test
    void shouldDiscardAndCountWhatIsInsideAnAbortedLine() {
        Line<Integer> line = Lines.<Integer>values(2).stage("see", seen::add).start(test.system);
        Scripted actor = test.spawn("actor");
        actor.tell(self -> putAll(line, 9));
        test.manual.runNext(); // the actor's turn, and none of the line's
        assertThat(line.stats().waiting()).isEqualTo(7);
        line.abort();
        assertThatThrownBy(() -> test.result(line.ended()))
                .isInstanceOf(LineEndedException.class)
                .hasMessageStartingWith("the line was aborted: line=");

        LineStats stats = line.stats();
        assertThat(seen).isEmpty();
        assertThat(stats.accepted()).isEqualTo(2);
        assertThat(stats.discarded()).isEqualTo(2);
        assertThat(stats.returned()).isEqualTo(7);
        assertThat(stats.waiting()).isZero();
        assertThat(test.system.deadLetters(DeadLetter.Reason.STOPPED)).isEqualTo(7);
        assertThat(test.result(actor.echo("free"))).isEqualTo("free");
    }

    @Test
    void shouldLetPublishersGoWhileAHandlerOfAnAbortedLineIsAtWork() {
        List<Runnable> atWork = new ArrayList<>();
        try (ManualSystem busy = new ManualSystem(builder -> builder.helpers(atWork::add))) {
            Line<Integer> line = Lines.<Integer>values(2)
                    .stage("write", seen::add)
                    .blocking(true)
                    .start(busy.system);
            Scripted actor = busy.spawn("actor");
            actor.tell(self -> putAll(line, 3));
            busy.runAll();
            assertThat(line.stats().waiting()).isEqualTo(1);
            line.abort();

            assertThat(busy.result(actor.echo("free"))).isEqualTo("free");
            assertThat(line.stats().returned()).isEqualTo(1);
            assertThat(line.ended().isSettled()).isFalse();
            List.copyOf(atWork).forEach(Runnable::run);
            busy.runAll();
            assertThat(line.ended().isFailed()).isTrue();
            assertThat(line.stats().discarded()).isEqualTo(1); // the other one was in the handler
        }
    }

    @Test
    void shouldAbortALineThatIsHeldByAStuckMailbox() {
        ManualDispatcher stopped = Dispatchers.manual(); // nobody runs its turns
        Scripted stuck = test.spawn(
                ActorOptions.named("stuck").dispatcher(stopped).mailbox(MailboxSpec.bounded(2, Overflow.PACE)));
        Line<Integer> line = Lines.<Integer>values(8)
                .into(stuck, (actor, i) -> actor.say("m" + i))
                .start(test.system);
        putAll(line, 6);
        test.runAll();
        assertThat(line.stats().completed()).isEqualTo(3); // two in the mailbox, one on its way, and the line waits
        line.abort();
        test.runAll();

        assertThat(line.ended().isFailed()).isTrue();
        assertThat(line.stats().discarded()).isEqualTo(3);
        stopped.runAll();
        stopped.close(ManualSystem.LONG);
    }

    @Test
    void shouldAbortWhenClosedUnlessItHasEnded() {
        Line<Integer> open = failingAt(-1).start(test.system);
        open.close();
        test.runAll();
        assertThat(open.ended().isFailed()).isTrue();

        Line<Integer> done = failingAt(-1).start(test.system);
        test.result(done.end());
        done.close();
        assertThat(done.ended().isFulfilled()).isTrue();
        assertThatThrownBy(() -> done.put(1)).hasMessageStartingWith("a line that has ended takes");
    }

    // ---- the end of the system -------------------------------------------------------------------------------------

    @Test
    void shouldAbortTheLinesOfASystemThatCloses() {
        Line<Integer> line = failingAt(-1).start(test.system);
        putAll(line, 6);
        test.close();

        assertThat(line.ended().isFailed()).isTrue();
        assertThat(line.stats().discarded()).isEqualTo(6);
        assertThatThrownBy(() -> line.put(1)).isInstanceOf(LineEndedException.class);
        assertThatThrownBy(() -> failingAt(-1).start(test.system))
                .hasMessageContaining("the system must not be closing: system=test, started=Line[orders]");
    }

    @Test
    void shouldDrainTheLinesOfASystemThatClosesGently() {
        ManualSystem gentle = new ManualSystem(builder -> builder.drainTimeout(Duration.ofSeconds(5)));
        Scripted ledger = gentle.spawn("ledger");
        Line<Integer> line = Lines.<Integer>values(8)
                .into(ledger, (actor, i) -> actor.say("m" + i))
                .start(gentle.system);
        putAll(line, 6);
        gentle.close();

        assertThat(line.ended().isFulfilled()).isTrue();
        assertThat(gentle.log).contains("ledger m0", "ledger m5");
    }

    // ---- memory ----------------------------------------------------------------------------------------------------

    @Test
    void shouldChargeTheWholeRingUntilTheLineHasEnded() {
        Line<Integer> line = Lines.<Integer>values(1024)
                .stage("see", seen::add)
                .named("ring")
                .start(test.system);
        assertThat(test.system.memory().used()).isGreaterThanOrEqualTo(1024 * 64);
        assertThat(test.system.memory().largest())
                .extracting(QueueMemory::name, QueueMemory::kind, QueueMemory::items)
                .containsExactly(tuple("ring", QueueKind.LINE, 1024L));
        test.result(line.end());
        assertThat(test.system.memory().used()).isZero();

        Line<Integer> aborted =
                Lines.<Integer>values(1024).stage("see", seen::add).start(test.system);
        aborted.abort();
        test.runAll();
        assertThat(test.system.memory().used()).isZero();
    }

    @Test
    void shouldRefuseALargeRingBeforeItIsMade() {
        test.system.host().memory().limit(1 << 20);
        AtomicInteger made = new AtomicInteger();
        LineBuilder<int[]> slots = Lines.of(
                        () -> {
                            made.incrementAndGet();
                            return new int[1];
                        },
                        1 << 30)
                .stage("see", element -> {});
        assertThatThrownBy(() -> slots.start(test.system)).isInstanceOf(BackpressureException.class);
        assertThat(made).hasValue(1); // which says how large they are
        LineBuilder<Integer> values = Lines.<Integer>values(1 << 30).stage("see", seen::add);
        assertThatThrownBy(() -> values.start(test.system)).isInstanceOf(BackpressureException.class);
        assertThat(test.system.memory().used()).isZero();
    }

    @Test
    void shouldRefuseARingThatDoesNotFitIntoTheMemoryThatIsFree() {
        MemoryBudget budget = test.system.host().memory();
        budget.limit(1 << 20);
        LineBuilder<byte[]> line = Lines.of(() -> new byte[10_000], 64).stage("see", bytes -> {});
        Line<byte[]> first = line.start(test.system);
        assertThatThrownBy(() -> line.named("second").start(test.system))
                .isInstanceOf(BackpressureException.class)
                .hasMessageContaining("line=second");
        assertThat(test.system.memory().refused()).isOne();
        first.abort();
        test.runAll();
        line.start(test.system).abort();
        test.runAll();
        assertThat(test.system.memory().used()).isZero();
    }
}
