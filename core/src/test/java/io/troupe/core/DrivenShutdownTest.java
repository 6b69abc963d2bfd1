// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.actor.ActorOptions;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.Dispatcher;
import io.troupe.dispatch.Dispatchers;
import io.troupe.dispatch.ManualDispatcher;
import io.troupe.dispatch.WorkerStats;
import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellHome;
import io.troupe.dispatch.cell.CellScheduler;
import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.cell.TurnLimits;
import io.troupe.dispatch.cell.WorkerMonitor;
import io.troupe.dispatch.timer.ManualClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Closing systems without threads: it runs turns and moves the time of the system, and waits for nothing else. */
@Timeout(20) // the limits below are hours
class DrivenShutdownTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private final List<String> log = new ArrayList<>();

    /** A system that waits for hours, on a dispatcher and a clock that move by hand. */
    private static ManualSystem patient() {
        return new ManualSystem(
                builder -> builder.closeTimeout(HOUR).drainTimeout(HOUR).askTimeout(Duration.ZERO));
    }

    @Test
    void shouldLetTimePassUntilWhatIsOwedHasBeenAnswered() {
        ManualSystem test = patient();
        Scripted a = test.spawn("a");
        Promise<String> owed = a.ask(me -> {
            CompletablePromise<String> later = new CompletablePromise<>();
            me.inside().after(Duration.ofMinutes(20), () -> later.complete("late"));
            return later.timeout(HOUR);
        });
        test.close();

        assertThat(test.result(owed)).isEqualTo("late");
        assertThat(test.clock.nanos()).isEqualTo(Duration.ofMinutes(20).toNanos());
        assertThat(test.log).endsWith("a stops");
    }

    @Test
    void shouldNotWaitForWhatNothingCanBringAbout() {
        ManualSystem test = patient();
        Scripted a = test.spawn("a");
        CompletablePromise<String> never = new CompletablePromise<>();
        Promise<String> owed = a.ask(me -> never);
        Promise<?> unused = owed.timeout(Duration.ofDays(1));
        test.close();

        assertThat(owed.isFailed()).isTrue();
        assertThat(test.clock.nanos()).as("no deadline within the hour").isZero();
        assertThat(test.log).endsWith("a stops");
    }

    @Test
    void shouldWaitForTasksInTimeOfTheSystemAndGoOnWhenItIsOver() {
        ManualSystem test = patient();
        test.spawn("a");
        CompletablePromise<Void> timely = new CompletablePromise<>();
        test.system.onClose(ShutdownPhase.BEFORE_ACTORS, "timely", () -> {
            test.system.host().outsideExecutor().schedule(HOUR.toNanos() / 2, timely::complete);
            return timely;
        });
        CompletablePromise<Void> late = new CompletablePromise<>();
        test.system.onClose(ShutdownPhase.BEFORE_ACTORS, "late", () -> {
            test.system.host().outsideExecutor().schedule(HOUR.toNanos() / 2, () -> {});
            test.system.host().outsideExecutor().schedule(HOUR.toNanos(), late::complete);
            for (int i = 0; i < 10; i++) {
                test.system.host().outsideExecutor().schedule(HOUR.toNanos() / 2 + i, () -> test.log.add("tick"));
            }
            return late.timeout(HOUR);
        });
        test.close();

        assertThat(timely.isFulfilled()).isTrue();
        assertThat(late.isSettled()).isFalse();
        assertThat(test.clock.nanos()).isBetween(HOUR.toNanos(), HOUR.toNanos() + 1);
        assertThat(test.log).endsWith("a stops");
    }

    @Test
    void shouldMoveTheClockThatItsSkewedClockIsReadOff() {
        ManualClock shared = new ManualClock();
        ManualDispatcher manual = Dispatchers.manual();
        ActorSystem system = ActorSystem.builder()
                .dispatcher(manual)
                .helpers(manual.executor())
                .clock(shared.skewed(Duration.ofDays(-1), 1))
                .askTimeout(Duration.ZERO)
                .drainTimeout(HOUR)
                .start();
        Scripted a = system.spawn(Scripted.class, () -> new Scripted(log), "a");
        Promise<String> owed = a.ask(me -> {
            CompletablePromise<String> later = new CompletablePromise<>();
            me.inside().after(Duration.ofMinutes(20), () -> later.complete("late"));
            return later;
        });
        system.close();

        assertThat(owed.isFulfilled()).isTrue();
        assertThat(shared.nanos()).isEqualTo(Duration.ofMinutes(10).toNanos());
    }

    @Test
    void shouldWaitForAThreadThatSettlesATask() throws InterruptedException {
        ManualSystem test = patient();
        CompletablePromise<Void> done = new CompletablePromise<>();
        Thread closing = Thread.currentThread();
        Thread other = new Thread(() -> {
            while (closing.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait();
            }
            done.complete();
        });
        test.system.onClose(ShutdownPhase.AFTER_ACTORS, "other", () -> done);
        other.start();
        test.close();

        assertThat(done.isFulfilled()).isTrue();
        other.join();
    }

    @Test
    void shouldWaitForBlockingWorkOnThreads() {
        ManualDispatcher manual = Dispatchers.manual();
        ActorSystem system = ActorSystem.builder()
                .dispatcher(manual)
                .clock(new ManualClock())
                .drainTimeout(HOUR)
                .start();
        Scripted a = system.spawn(Scripted.class, () -> new Scripted(log), "a");
        Thread closing = Thread.currentThread();
        Promise<String> owed = a.ask(me -> me.inside().blocking(() -> {
            while (closing.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait();
            }
            return "done";
        }));
        system.close();

        assertThat(owed.isFulfilled()).isTrue();
    }

    /** What somebody else may write: it runs the newest turn first. */
    private static final class Newest implements Dispatcher, CellScheduler, CellHome {
        private final Deque<Cell> ready = new ArrayDeque<>();

        @Override
        public void onReady(Cell cell) {
            ready.push(cell);
        }

        @Override
        public CellHome drivenHome() {
            return this;
        }

        @Override
        public boolean drive() {
            Cell cell = ready.poll();
            if (cell == null) {
                return false;
            }
            CellThread.enter(cell);
            boolean again = cell.turn(TurnLimits.DEFAULT);
            CellThread.enter(null);
            if (again) {
                onReady(cell);
            }
            return true;
        }

        @Override
        public String name() {
            return "newest";
        }

        @Override
        public CellHome home() {
            return this;
        }

        @Override
        public CellHome home(int worker) {
            return this;
        }

        @Override
        public void migrate(Cell cell, int worker) {}

        @Override
        public void monitor(WorkerMonitor monitor) {}

        @Override
        public void forget(WorkerMonitor monitor) {}

        @Override
        public int workers() {
            return 1;
        }

        @Override
        public boolean mayBlock() {
            return false;
        }

        @Override
        public List<WorkerStats> stats() {
            return List.of();
        }

        @Override
        public boolean close(Duration deadline) {
            return true;
        }
    }

    @Test
    void shouldRunTheTurnsOfAnyDispatcherWithoutThreads() {
        ActorSystem system = ActorSystem.builder()
                .dispatcher(new Newest())
                .clock(new ManualClock())
                .helpers(Runnable::run)
                .closeTimeout(HOUR)
                .start();
        Scripted a = system.spawn(Scripted.class, () -> new Scripted(log), ActorOptions.named("a"));
        Promise<String> echo = a.echo("x");
        system.onClose(ShutdownPhase.BEFORE_ACTORS, "echo", () -> echo);
        system.close();

        assertThat(echo.isFulfilled()).isTrue();
        assertThat(log).endsWith("a stops");
        assertThat(system.host().isDriven()).isTrue();
    }

    @Test
    void shouldCloseOneOfTwoSystemsThatShareTheirStepsAndLeaveTheOther() {
        ManualSystem first = patient();
        ManualDispatcher shared = first.manual.share("second");
        ActorSystem second = ActorSystem.builder()
                .dispatcher(shared)
                .clock(first.clock)
                .helpers(shared.executor())
                .start();
        first.spawn("a");
        Scripted b = second.spawn(Scripted.class, () -> new Scripted(log), "b");
        first.close();

        Promise<String> echo = b.echo("x");
        shared.runAll();
        assertThat(echo.isFulfilled()).isTrue();
        second.close();
        assertThat(log).endsWith("b stops");
    }
}
