// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static io.troupe.core.ManualSystem.LONG;
import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.host.ActorControl;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.Reference;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.Dispatcher;
import io.troupe.dispatch.Dispatchers;
import io.troupe.dispatch.ManualDispatcher;
import io.troupe.dispatch.WorkerConfig;
import io.troupe.dispatch.WorkerStats;
import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellHome;
import io.troupe.dispatch.cell.CellScheduler;
import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.cell.WorkerMonitor;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Walks the trace of a local call as docs/architecture.md describes it, one assertion per arrow. */
class TraceTest {
    private final List<Object> trace = new CopyOnWriteArrayList<>();

    /** A dispatcher that writes down which cell was made ready. */
    private static final class Recording implements Dispatcher, CellScheduler {
        private final ManualDispatcher manual = Dispatchers.manual();
        private final CellScheduler scheduler = CellScheduler.of(manual);
        private final List<Cell> ready = new ArrayList<>();

        @Override
        public String name() {
            return "recording";
        }

        @Override
        public CellHome home() {
            return cell -> {
                ready.add(cell);
                scheduler.home().onReady(cell);
            };
        }

        @Override
        public CellHome home(int worker) {
            return home();
        }

        @Override
        public int workers() {
            return 1;
        }

        @Override
        public void migrate(Cell cell, int worker) {}

        @Override
        public boolean mayBlock() {
            return false;
        }

        @Override
        public List<WorkerStats> stats() {
            return List.of();
        }

        @Override
        public void monitor(WorkerMonitor monitor) {
            scheduler.monitor(monitor);
        }

        @Override
        public void forget(WorkerMonitor monitor) {
            scheduler.forget(monitor);
        }

        @Override
        public boolean close(Duration deadline) {
            manual.runAll();
            return true;
        }
    }

    static class Target extends Actor<Target> {
        private final List<Object> trace;

        Target(List<Object> trace) {
            this.trace = trace;
        }

        public Promise<Integer> twice(int number) {
            trace.add(CellThread.currentCell());
            trace.add(Thread.currentThread().getName());
            return Promise.of(2 * number);
        }
    }

    static class Caller extends Actor<Caller> {
        private final List<Object> trace;
        private final List<Promise<?>> calls;

        Caller(List<Object> trace, List<Promise<?>> calls) {
            this.trace = trace;
            this.calls = calls;
        }

        public Promise<Integer> call(Target target) {
            Promise<Integer> call = target.twice(21);
            calls.add(call);
            return call.map(value -> {
                trace.add(CellThread.currentCell());
                trace.add(Thread.currentThread().getName());
                return value;
            });
        }
    }

    @Test
    void shouldTakeTheDocumentedStepsFromAReferenceToTheCallersCell() {
        Recording recording = new Recording();
        List<Promise<?>> calls = new ArrayList<>();
        ActorSystem system =
                ActorSystem.builder().name("trace").dispatcher(recording).start();
        Target target = system.spawn(Target.class, () -> new Target(trace));
        Caller caller = system.spawn(Caller.class, () -> new Caller(trace, calls));
        Cell targetCell = (Cell) Reference.outletOf(target);
        Cell callerCell = (Cell) Reference.outletOf(caller);
        recording.manual.runAll();
        recording.ready.clear();

        assertThat(target).as("a generated reference").isInstanceOf(Reference.class);
        assertThat(target.getClass().getSuperclass()).isSameAs(Target.class);
        Promise<Integer> whole = caller.call(target);
        assertThat(recording.ready).as("dispatcher ready").containsExactly(callerCell);

        recording.manual.runNext();
        AskMessage<?> message = generated(calls.get(0), targetCell);
        assertThat(ActorControl.of(target).depth(10)).as("in the mailbox").isEqualTo(1);
        assertThat(recording.ready).containsExactly(callerCell, targetCell);
        assertThat(trace).as("nothing has run yet").isEmpty();

        recording.manual.runNext();
        assertThat(trace.get(0)).as("the turn delivers to the actor's method").isSameAs(targetCell);
        assertThat(message.isSettled()).as("promise completed").isTrue();
        assertThat(recording.ready).as("callback").containsExactly(callerCell, targetCell, callerCell);
        assertThat(trace).as("not on the settling stack").hasSize(2);

        recording.manual.runNext();
        assertThat(trace.get(2)).as("callback on the caller's cell").isSameAs(callerCell);
        assertThat(whole.await(LONG)).isEqualTo(42);
        assertThat(CallbackExecutor.current()).isNull();
        system.stop(caller);
        system.stop(target);
        recording.manual
                .runAll(); // nobody else does: the system runs only a manual dispatcher of its own when it closes
        system.close();
    }

    private static AskMessage<?> generated(Promise<?> call, Cell targetCell) {
        AskMessage<?> message = (AskMessage<?>) call;
        assertThat(Modifier.isFinal(message.getClass().getModifiers()))
                .as("a generated final message, which is the promise")
                .isTrue();
        assertThat(message.method().toString()).isEqualTo("Target.twice(int)");
        assertThat(message.target()).as("outlet = cell").isSameAs(targetCell).isInstanceOf(Outlet.class);
        return message;
    }

    @Test
    void shouldTakeTheSameStepsOnWorkers() {
        List<Promise<?>> calls = new CopyOnWriteArrayList<>();
        try (ActorSystem system = ActorSystem.builder()
                .name("trace")
                .dispatcher(Dispatchers.dedicated(WorkerConfig.of("trace", 2)))
                .start()) {
            Target target = system.spawn(
                    Target.class,
                    () -> new Target(trace),
                    ActorOptions.defaults().worker(1));
            Caller caller = system.spawn(
                    Caller.class,
                    () -> new Caller(trace, calls),
                    ActorOptions.defaults().worker(0));

            assertThat(caller.call(target).await(LONG)).isEqualTo(42);
            assertThat(trace)
                    .containsExactly(
                            Reference.outletOf(target), "trace-worker-1", Reference.outletOf(caller), "trace-worker-0");
        }
    }

    @Test
    void shouldRunCallbacksOfOutsideThreadsOnTheOutsideExecutor() {
        try (ActorSystem system = ActorSystem.start("trace")) {
            Target target = system.spawn(Target.class, () -> new Target(trace));
            Promise<String> thread =
                    target.twice(1).map(value -> Thread.currentThread().getName());

            assertThat(thread.await(LONG)).startsWith("trace-callbacks-");
        }
    }
}
