// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static io.troupe.core.ManualSystem.LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.DeadLetter;
import io.troupe.core.actor.Terminated;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.core.stats.ActorStats;
import io.troupe.core.stats.BlockingStats;
import io.troupe.core.stats.SystemStats;
import io.troupe.core.stats.TypeStats;
import io.troupe.dispatch.Dispatchers;
import io.troupe.dispatch.WorkerConfig;
import io.troupe.dispatch.WorkerStats;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StatsTest {
    private final ManualSystem test = new ManualSystem();

    @AfterEach
    void close() {
        test.close();
    }

    private static ActorStats actor(SystemStats stats, String path) {
        return stats.tree().stream()
                .filter(actor -> actor.address().equals("troupe://test/" + path))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldShowTheTreeOfActorsWithParentsFirst() {
        Scripted a = test.spawn("a");
        test.spawn("b");
        a.tell(me -> me.child("one"));
        a.tell(me -> me.child("two"));
        test.runAll();
        SystemStats stats = test.system.stats();

        assertThat(stats.system()).isEqualTo("test");
        assertThat(stats.actors()).isEqualTo(4);
        assertThat(stats.omitted()).isZero();
        assertThat(stats.tree())
                .extracting(ActorStats::address)
                .containsExactly("troupe://test/a", "troupe://test/a/one", "troupe://test/a/two", "troupe://test/b");
        assertThat(actor(stats, "a/one").parent()).isEqualTo("troupe://test/a");
        assertThat(actor(stats, "a").parent()).isNull();
        assertThat(actor(stats, "a").type()).isEqualTo(Scripted.class.getName());
        assertThat(actor(stats, "a").messages()).isEqualTo(2);
    }

    @Test
    void shouldShowDepthAndStash() {
        Scripted a = test.spawn("a");
        a.tell(me -> me.inside().stash());
        test.runAll();
        a.say("one");
        a.say("two");
        ActorStats stats = actor(test.system.stats(), "a");

        assertThat(stats.depth()).isEqualTo(2);
        assertThat(stats.stashed()).isEqualTo(1);
    }

    @Test
    void shouldRefuseToCountUpToLessThanNothing() {
        Scripted a = test.spawn("a");

        assertThatThrownBy(() -> test.system.depth(a, -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("limit of counting must not be negative: limit=-1");
        assertThat(test.system.depth(a, 0)).isZero();
    }

    @Test
    void shouldCountAsksThatWaitForTheirAnswer() {
        CompletablePromise<String> answer = new CompletablePromise<>();
        Scripted a = test.spawn("a");
        a.ask(me -> answer);
        a.ask(me -> answer);
        a.echo("at once");
        test.runAll();

        assertThat(actor(test.system.stats(), "a").unsettledAsks()).isEqualTo(2);
        assertThat(test.system.stats().types())
                .singleElement()
                .extracting(TypeStats::unsettledAsks)
                .isEqualTo(2L);

        answer.complete("now");
        test.runAll();
        assertThat(actor(test.system.stats(), "a").unsettledAsks()).isZero();
    }

    @Test
    void shouldCountFailuresAndRestartsPerActorAndType() {
        Scripted a = test.spawn("a");
        test.spawn("b");
        a.fail("first");
        test.runAll();
        test.advance(LONG);
        SystemStats stats = test.system.stats();

        assertThat(actor(stats, "a").failures()).isEqualTo(1);
        assertThat(actor(stats, "a").restarts()).isEqualTo(1);
        assertThat(actor(stats, "b").failures()).isZero();
        assertThat(stats.types()).singleElement().satisfies(type -> {
            assertThat(type.actors()).isEqualTo(2);
            assertThat(type.failures()).isEqualTo(1);
            assertThat(type.restarts()).isEqualTo(1);
        });
    }

    @Test
    void shouldKeepTheCountsOfActorsThatHaveEnded() {
        Scripted a = test.spawn("a");
        a.say("one");
        test.runAll();
        test.result(test.system.stop(a));
        a.say("late");
        SystemStats stats = test.system.stats();

        TypeStats type = stats.types().get(0);
        assertThat(type.actors()).isZero();
        assertThat(type.messages()).isEqualTo(1);
        assertThat(stats.deadLetters()).containsExactly(Map.entry(DeadLetter.Reason.STOPPED, 1L));
    }

    @Test
    void shouldShowNoMoreActorsThanWantedButCountAll() {
        for (int i = 0; i < 5_000; i++) {
            test.spawn("a" + i);
        }
        assertThat(test.system.stats().tree()).hasSize(1_000);
        SystemStats few = test.system.stats(3);

        assertThat(few.tree()).hasSize(3);
        assertThat(few.omitted()).isEqualTo(4_997);
        assertThat(few.types()).singleElement().extracting(TypeStats::actors).isEqualTo(5_000);
        assertThat(test.system.stats(0).tree()).isEmpty();
        assertThatThrownBy(() -> test.system.stats(-1)).hasMessageContaining("limit=-1");
        test.runAll();
    }

    @Test
    void shouldSurviveATreeThatIsVeryDeep() throws Exception {
        Scripted top = test.spawn("top");
        top.tell(me -> grow(me, 3_000));
        test.runAll();

        assertThat(test.system.stats(0).actors()).isEqualTo(3_001);
        assertThat(onSmallStack(test.system::pendingWork)).isEmpty();
        Promise<Terminated> end = test.system.watch(top);
        onSmallStack(() -> test.manual.close(ManualSystem.LONG));
        assertThat(end.isFulfilled()).isTrue();
        assertThat(test.system.stats(0).actors()).isZero();
    }

    private static <T> T onSmallStack(Callable<T> work) throws Exception {
        FutureTask<T> task = new FutureTask<>(work);
        new Thread(null, task, "small", 1 << 18).start();
        return task.get();
    }

    private static void grow(Scripted parent, int levels) {
        if (levels > 0) {
            parent.child("c").tell(me -> grow(me, levels - 1));
        }
    }

    @Test
    void shouldShowPoolsForBlockingWork() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        try (ActorSystem system =
                ActorSystem.builder().name("pools").blocking("db", 1, 1).start()) {
            Scripted a = system.spawn(Scripted.class, () -> new Scripted(new ArrayList<>()));
            for (int i = 0; i < 3; i++) {
                a.tell(me -> me.inside().blocking("db", () -> {
                    begun.countDown();
                    release.await();
                    return 1;
                }));
            }
            begun.await();
            a.echo("x").await(LONG);

            assertThat(system.stats().blocking())
                    .filteredOn(pool -> pool.name().equals("db"))
                    .containsExactly(new BlockingStats("db", 1, 1, 1, 1, 0, 1));
            release.countDown();
        }
    }

    @Test
    void shouldShowWorkersAndHowLongTheyWereBusy() {
        try (ActorSystem system = ActorSystem.builder()
                .name("busy")
                .dispatcher(Dispatchers.dedicated(WorkerConfig.of("busy", 1)))
                .start()) {
            Scripted a = system.spawn(Scripted.class, () -> new Scripted(new ArrayList<>()));
            long spun = a.ask(me -> {
                        long start = System.nanoTime();
                        long end = start;
                        while (end - start < 2_000_000) {
                            end = System.nanoTime();
                        }
                        return Promise.of(end - start);
                    })
                    .await(LONG);
            WorkerStats worker = system.stats().workers().get(0);

            assertThat(worker.busyNanos()).isGreaterThanOrEqualTo(spun);
            assertThat(worker.turns()).isPositive();
        }
    }

    @Test
    void shouldBeReadableAsText() {
        test.spawn("a").fail("x");
        test.runAll();

        assertThat(test.system.stats().text())
                .contains("system test: actors=1, lateResults=0, unhandledFailures=0, deadLetters={}")
                .contains(Scripted.class.getName())
                .contains("troupe://test/a")
                .contains("blocking pool");
    }
}
