// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.timer.ManualClock;
import io.troupe.dispatch.timer.Timeout;
import io.troupe.dispatch.timer.TimerWheel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** Stands for an actor: an executor whose continuations the test runs itself, and turns on the test's thread. */
final class TurnStub extends CallbackCell {
    final ManualClock clock = new ManualClock();
    final List<Throwable> failures = new ArrayList<>();
    final List<Throwable> unhandled = new ArrayList<>();
    boolean retired;
    private final TimerWheel timers = new TimerWheel(clock, "turn-stub", failures::add);
    private final Queue<Message> due = new ArrayDeque<>();
    private final Deadlines deadlines = new Deadlines(timers, clock, "stub");
    private final CallbackExecutor executor = new StubExecutor();

    TurnStub() {
        super(cell -> {}, null);
    }

    /** Runs the code as if in a turn of an actor. */
    void turn(Runnable code) {
        Cell before = CellThread.currentCell();
        CellThread.enter(this);
        try {
            code.run();
        } finally {
            CellThread.enter(before);
        }
    }

    /** The same for code with a result. */
    <T> T turnFor(Supplier<T> code) {
        AtomicReference<T> result = new AtomicReference<>();
        turn(() -> result.set(code.get()));
        return result.get();
    }

    /** Runs continuations, each in a turn of its own, until none is due; returns how many. */
    int runAll() {
        int count = 0;
        for (Message next = due.poll(); next != null; next = due.poll()) {
            count++;
            Message continuation = next;
            turn(() -> deliver(continuation));
        }
        return count;
    }

    int due() {
        return due.size();
    }

    @Override
    public CallbackExecutor callbackExecutor() {
        return executor;
    }

    @Override
    public Object receiver() {
        return null;
    }

    @Override
    public Object reference() {
        throw new AssertionError("the stub has no reference");
    }

    @Override
    protected void deliver(Message message) {
        try {
            message.deliver(this);
        } catch (Throwable e) {
            failures.add(e);
        }
    }

    @Override
    protected void undelivered(Message message) {
        throw new AssertionError("the stub is never closed");
    }

    private final class StubExecutor extends CallbackExecutor {
        @Override
        public void run(Message continuation) {
            if (retired) {
                abandon(continuation, new IllegalStateException("retired"));
            } else {
                due.add(continuation);
            }
        }

        @Override
        public boolean isRetired() {
            return retired;
        }

        @Override
        public Timeout schedule(long nanos, Runnable task) {
            return timers.schedule(nanos, task);
        }

        @Override
        public Deadlines deadlines() {
            return deadlines;
        }

        @Override
        public long nanos() {
            return clock.nanos();
        }

        @Override
        public void failed(Throwable failure) {
            failures.add(failure);
        }

        @Override
        public void unhandled(UnhandledFailure failure) {
            unhandled.add(failure.cause());
        }
    }
}
