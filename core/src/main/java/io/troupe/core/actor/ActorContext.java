// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

import io.troupe.core.call.Caller;
import io.troupe.core.message.RunningActor;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.timer.Clock;
import io.troupe.dispatch.timer.Timeout;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The services of the system for one actor: children, timers, watches, blocking work, stashing. Only for the actor
 * itself, in its own turns, except where a method says otherwise.
 */
public interface ActorContext extends Spawner {
    /**
     * The context of the actor whose turn the calling thread runs: for actors that do not extend {@link Actor}.
     *
     * @throws IllegalStateException outside of turns
     */
    static ActorContext current() {
        RunningActor running = RunningActor.current();
        if (running != null) {
            return (ActorContext) running.context();
        }
        throw new IllegalStateException("an actor's context exists in its turns only: thread="
                + Thread.currentThread().getName());
    }

    /** The reference to this actor. Any thread. */
    Object self();

    /** The reference to this actor, as the type it was spawned with. */
    default <T> T self(Class<T> type) {
        return type.cast(self());
    }

    /** Address of this actor. Any thread. */
    String address();

    /** The parent's address; null for a top actor. */
    @Nullable
    String parent();

    /**
     * Who called the method that runs, if the call came from elsewhere and its origin has been proven, for example by a
     * certificate; else null. In the method itself, not in continuations.
     */
    @Nullable
    Caller caller();

    /** The system's source of time, for actors whose tests are to drive it. Any thread. */
    Clock clock();

    /** References to the living children, in order of creation. */
    List<Object> children();

    /**
     * References to the living children of one type, in order of creation.
     *
     * @param type that they were spawned with
     */
    <T> List<T> children(Class<T> type);

    /** Ends this actor after the current message; what is queued is not delivered. */
    void stop();

    /**
     * Ends another actor after its current message.
     *
     * @param reference to any actor
     */
    void stop(Object reference);

    /**
     * Ends this actor when it is idle: what is queued is delivered, answers that are owed are given, serial sections end and
     * tasks of the executor view run; then its children end in the same way, then the actor. New messages are refused from
     * now on: calls fail with {@link io.troupe.core.error.ActorStoppedException}, others become dead letters. Stashed
     * messages are not waited for; those that nothing has put back by then are told like those. Timers and continuations of
     * the actor's own do not keep it. Returns at once.
     */
    void stopWhenIdle();

    /**
     * Ends another actor when it is idle, like {@link #stopWhenIdle()}.
     *
     * @param reference to a local actor
     * @throws UnsupportedOperationException if it lives in another process
     */
    void stopWhenIdle(Object reference);

    /**
     * Lets messages wait until a promise has settled, while continuations, timers, executor tasks and system events go on.
     * Several holds add up. A failure of the promise ends its hold and is logged; a stop or restart ends all holds.
     *
     * @param promise of anything
     */
    void holdUntil(Promise<?> promise);

    /**
     * Watches another actor. Cancel the promise to stop watching; it is cancelled when this actor stops or restarts.
     *
     * @param reference to any actor
     * @return fulfilled when that actor ends, or at once if it has
     */
    Promise<Terminated> watch(Object reference);

    /**
     * Runs a task in a turn of this actor, later. Ends with the actor and at restarts.
     *
     * @param delay zero or more
     * @param task a failure of it is a failure of the actor
     */
    Timeout after(Duration delay, Runnable task);

    /**
     * Runs a task again and again in turns of this actor: at first after one interval, then every interval by the clock;
     * runs that would have to overlap or pile up are left out.
     *
     * @param interval 1 ms or more
     * @param task a failure of it is a failure of the actor, and the timer goes on
     */
    Timeout every(Duration interval, Runnable task);

    /** {@link #after} with a name: replaces a pending timer of the same name. */
    Timeout after(String name, Duration delay, Runnable task);

    /** {@link #every} with a name: replaces a pending timer of the same name. */
    Timeout every(String name, Duration interval, Runnable task);

    /**
     * Cancels a named timer.
     *
     * @return whether one was pending
     */
    boolean cancelTimer(String name);

    /**
     * Runs work that blocks on a helper thread (a virtual one where there are), outside of the actor.
     *
     * @param work must not touch the actor's state
     * @return its result; fails with {@link java.util.concurrent.RejectedExecutionException} when too much work waits
     */
    <T> Promise<T> blocking(Callable<? extends T> work);

    /**
     * Runs work that blocks in a pool of its own, which the builder of the system has named: work for one slow resource
     * does not keep threads from work for others.
     *
     * @param pool one that the system was built with
     * @param work must not touch the actor's state
     * @return its result; fails with {@link java.util.concurrent.RejectedExecutionException} when the pool is full
     * @throws IllegalArgumentException if the system has no such pool
     */
    <T> Promise<T> blocking(String pool, Callable<? extends T> work);

    /** Puts the current message aside, until {@link #unstashAll}. Takes effect when the message's method returns. */
    void stash();

    /** Puts the stashed messages back, before all others, in their old order. */
    void unstashAll();

    /**
     * An executor whose tasks run in turns of this actor, in order and ahead of its messages. May be handed to any thread.
     * Tasks that it has accepted are run, at the latest in the actor's last turn; after that it throws {@link
     * java.util.concurrent.RejectedExecutionException}. If the actor's dispatcher is gone, accepted tasks run on a helper
     * thread instead.
     */
    Executor executor();

    /**
     * Starts asynchronous work when all earlier work with the same key has settled: a section per key in which only one
     * is at work at a time.
     *
     * @param key compared by equals
     * @param work starts it; runs in a turn of this actor
     */
    <T> Promise<T> serial(Object key, Supplier<? extends Promise<T>> work);
}
