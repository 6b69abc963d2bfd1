// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.actor.ActorContext;
import io.troupe.core.actor.ActorFactory;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.BlockingPool;
import io.troupe.core.actor.Terminated;
import io.troupe.core.call.Caller;
import io.troupe.core.error.SpawnRefusedException;
import io.troupe.core.host.ActorControl;
import io.troupe.core.message.CallerScope;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.timer.Clock;
import io.troupe.dispatch.timer.Timeout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What an actor sees of its cell. Refuses to be used by other threads than the actor's own turn. */
final class CellContext implements ActorContext {
    private final ActorCell cell;

    CellContext(ActorCell cell) {
        this.cell = cell;
    }

    private ActorExtras extras() {
        checkTurn();
        return cell.extras();
    }

    private void checkTurn() {
        if (CellThread.currentCell() != cell) {
            throw new IllegalStateException("an actor's context must be used in its own turns only: actor="
                    + cell.address() + ", thread=" + Thread.currentThread().getName());
        }
    }

    @Override
    public Object self() {
        return cell.self();
    }

    @Override
    public String address() {
        return cell.address();
    }

    @Override
    public @Nullable String key() {
        Activation activation = cell.activation();
        return activation == null ? null : activation.key();
    }

    @Override
    public @Nullable String parent() {
        ActorCell parent = cell.parent();
        return parent == null ? null : parent.address();
    }

    @Override
    public Clock clock() {
        return cell.system().clock();
    }

    @Override
    public @Nullable Caller caller() {
        return CallerScope.current();
    }

    @Override
    public List<Object> children() {
        return children(Object.class);
    }

    @Override
    public <T> List<T> children(Class<T> type) {
        ActorExtras extras = cell.extrasIfAny();
        List<T> references = new ArrayList<>();
        if (extras != null) {
            for (ActorCell child : extras.allChildren()) {
                if (type.isInstance(child.self())) {
                    references.add(type.cast(child.self()));
                }
            }
        }
        return references;
    }

    @Override
    public <T> T spawn(Class<T> type, ActorFactory<? extends T> factory, ActorOptions options) {
        checkTurn();
        if (cell.isEnding()) {
            throw new SpawnRefusedException("the parent must not be closing: parent=" + cell.address());
        }
        return cell.system().spawn(type, factory, options, cell);
    }

    @Override
    public void stop() {
        checkTurn();
        cell.stopAfterThisMessage();
    }

    @Override
    public void stop(Object reference) {
        ActorControl.of(reference).stop();
    }

    @Override
    public void stopWhenIdle() {
        checkTurn();
        cell.stopWhenIdle();
    }

    @Override
    public void stopWhenIdle(Object reference) {
        ActorControl.of(reference).stopWhenIdle();
    }

    @Override
    public void holdUntil(Promise<?> promise) {
        checkTurn();
        cell.system().life().holdUntil(cell, Objects.requireNonNull(promise, "promise"), failure -> cell.system()
                .log()
                .hookFailed(cell.address(), "holdUntil", failure));
    }

    @Override
    public Promise<Terminated> watch(Object reference) {
        checkTurn();
        Promise<Terminated> watch = ActorControl.of(reference).watch();
        if (!watch.isSettled()) {
            cell.obligations().hold(watch);
        }
        return watch;
    }

    @Override
    public Timeout after(Duration delay, Runnable task) {
        return startTimer(null, delay, Duration.ZERO, task);
    }

    @Override
    public Timeout every(Duration interval, Runnable task) {
        return startTimer(null, interval, checkInterval(interval), task);
    }

    @Override
    public Timeout after(String name, Duration delay, Runnable task) {
        return startTimer(Objects.requireNonNull(name, "name"), delay, Duration.ZERO, task);
    }

    @Override
    public Timeout every(String name, Duration interval, Runnable task) {
        return startTimer(Objects.requireNonNull(name, "name"), interval, checkInterval(interval), task);
    }

    private Timeout startTimer(@Nullable String name, Duration delay, Duration interval, Runnable task) {
        if (delay.isNegative()) {
            throw new IllegalArgumentException("delay must not be negative: delay=" + delay);
        }
        ActorTimer timer = new ActorTimer(
                cell, name, Objects.requireNonNull(task, "task"), TimeUnit.NANOSECONDS.convert(interval));
        return extras().startTimer(timer, TimeUnit.NANOSECONDS.convert(delay));
    }

    private static Duration checkInterval(Duration interval) {
        if (interval.compareTo(Duration.ofMillis(1)) < 0) {
            throw new IllegalArgumentException("interval must be at least 1 ms: interval=" + interval);
        }
        return interval;
    }

    @Override
    public boolean cancelTimer(String name) {
        return extras().cancelTimer(name);
    }

    @Override
    public <T> Promise<T> blocking(Callable<? extends T> work) {
        return blocking(BlockingPool.DEFAULT, work);
    }

    @Override
    public <T> Promise<T> blocking(String pool, Callable<? extends T> work) {
        Objects.requireNonNull(pool, "pool");
        CellSystem system = cell.system();
        return system.helpers().run(pool, system.carrying(Objects.requireNonNull(work, "work")));
    }

    @Override
    public void stash() {
        checkTurn();
        cell.stash();
    }

    @Override
    public void unstashAll() {
        cell.unstash(extras());
    }

    @Override
    public Executor executor() {
        return extras().executor();
    }

    @Override
    public <T> Promise<T> serial(Object key, Supplier<? extends Promise<T>> work) {
        return extras().sections()
                .add(Objects.requireNonNull(key, "key"), cell.system().carrying(Objects.requireNonNull(work, "work")));
    }
}
