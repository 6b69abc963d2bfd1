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
 * The services of the system for one actor: children, timers, watches, blocking work, stashing. Only the actor itself uses
 * its context, in its own turns, except where a method says otherwise.
 */
public interface ActorContext extends Spawner {
    /**
     * {@return the context of the actor whose turn the calling thread runs} For actors that do not extend {@link Actor}.
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

    /** {@return the reference to this actor} Any thread. */
    Object self();

    /**
     * {@return the reference to this actor, as the type it was spawned with} Any thread.
     *
     * @param <T> that type
     * @param type that the actor was spawned with, or a supertype of it
     * @throws ClassCastException if the reference is not of this type
     */
    default <T> T self(Class<T> type) {
        return type.cast(self());
    }

    /** {@return the address of this actor, as errors and dead letters give it} Any thread. */
    String address();

    /** {@return the key of an actor of a {@link Directory}; null for other actors} Any thread. */
    @Nullable
    String key();

    /** {@return the address of the parent; null for a top actor} Any thread. */
    @Nullable
    String parent();

    /**
     * {@return the principal in another process that called the method that runs} It is known if the connection has proven
     * it, for example by a certificate. It is null for calls of this process, for unproven callers, and in continuations.
     */
    @Nullable
    Caller caller();

    /** {@return the system's source of time, which tests can drive} Any thread. */
    Clock clock();

    /** {@return references to the living children, in order of creation; a copy} */
    List<Object> children();

    /**
     * {@return references to the living children of one type, in order of creation; a copy}
     *
     * @param <T> type of the references
     * @param type that the children were spawned with, or a supertype of it
     */
    <T> List<T> children(Class<T> type);

    /**
     * Ends this actor after the current message. Queued messages are not delivered: asks fail, tells become dead letters.
     *
     * @throws IllegalStateException outside of the actor's turns
     */
    void stop();

    /**
     * Ends another actor after its current message. Returns at once.
     *
     * @param reference to a local actor
     * @throws IllegalArgumentException if the object is no reference, or is a reference to a group
     * @throws UnsupportedOperationException if the actor lives in another process
     */
    void stop(Object reference);

    /**
     * Ends this actor when it is idle: what is queued is delivered, answers that are owed are given, serial sections end and
     * tasks of the executor view run; then its children end in the same way, then the actor. New messages are refused from
     * now on: asks fail with {@link io.troupe.core.error.ActorStoppedException}, tells become dead letters. The actor does not
     * wait for stashed messages, for its timers, or for continuations that it owes nobody; messages that are still stashed
     * at the end are refused likewise. Returns at once.
     *
     * @throws IllegalStateException outside of the actor's turns
     */
    void stopWhenIdle();

    /**
     * Ends another actor when it is idle, like {@link #stopWhenIdle()}.
     *
     * @param reference to a local actor
     * @throws IllegalArgumentException if the object is no reference, or is a reference to a group
     * @throws UnsupportedOperationException if the actor lives in another process
     */
    void stopWhenIdle(Object reference);

    /**
     * Lets messages wait until a promise has settled, while continuations, timers, executor tasks and system events go on.
     * With several holds, messages wait for all of them. A failure of the promise ends its hold and is logged. A stop or
     * restart ends all holds.
     *
     * @param promise of anything
     * @throws IllegalStateException outside of the actor's turns
     */
    void holdUntil(Promise<?> promise);

    /**
     * Watches another actor. Cancel the promise to stop watching; it is cancelled when this actor stops or restarts.
     *
     * @param reference to any actor, local or remote
     * @return fulfilled when that actor ends or the link to its process is lost, at once if that has happened before
     * @throws IllegalArgumentException if the object is no reference, or is a reference to a group
     * @throws IllegalStateException outside of the actor's turns
     */
    Promise<Terminated> watch(Object reference);

    /**
     * Runs a task once in a turn of this actor, after a delay. The timer ends with the actor and at restarts.
     *
     * @param delay zero or more, by the system's clock
     * @param task runs in the actor's turn; if it throws, the actor has failed
     * @return the timer, which any thread may cancel
     * @throws IllegalArgumentException if the delay is negative
     * @throws IllegalStateException outside of the actor's turns
     */
    Timeout after(Duration delay, Runnable task);

    /**
     * Runs a task again and again in turns of this actor: at first after one interval, then every interval by the clock. A
     * late actor skips the runs that it has missed, so runs do not pile up. The timer ends with the actor and at restarts.
     *
     * @param interval 1 ms or more, by the system's clock
     * @param task runs in the actor's turn; if it throws, the actor has failed, and the timer goes on if the actor resumes
     * @return the timer, which any thread may cancel
     * @throws IllegalArgumentException if the interval is shorter than 1 ms
     * @throws IllegalStateException outside of the actor's turns
     */
    Timeout every(Duration interval, Runnable task);

    /**
     * Runs a task once like {@link #after(Duration, Runnable)}, by a timer with a name: it replaces a pending timer of the
     * same name.
     *
     * @param name unique among the timers of this actor
     * @param delay zero or more, by the system's clock
     * @param task runs in the actor's turn; if it throws, the actor has failed
     * @return the timer, which any thread may cancel
     * @throws IllegalArgumentException if the delay is negative
     * @throws IllegalStateException outside of the actor's turns
     */
    Timeout after(String name, Duration delay, Runnable task);

    /**
     * Runs a task again and again like {@link #every(Duration, Runnable)}, by a timer with a name: it replaces a pending
     * timer of the same name.
     *
     * @param name unique among the timers of this actor
     * @param interval 1 ms or more, by the system's clock
     * @param task runs in the actor's turn; if it throws, the actor has failed, and the timer goes on if the actor resumes
     * @return the timer, which any thread may cancel
     * @throws IllegalArgumentException if the interval is shorter than 1 ms
     * @throws IllegalStateException outside of the actor's turns
     */
    Timeout every(String name, Duration interval, Runnable task);

    /**
     * Cancels a named timer. Its task does not run any more.
     *
     * @param name given to {@code after} or {@code every}
     * @return whether a timer of this name was pending
     * @throws IllegalStateException outside of the actor's turns
     */
    boolean cancelTimer(String name);

    /**
     * Runs work that blocks on a helper thread, outside of the actor. The thread is a virtual one where the JVM has them.
     *
     * @param <T> type of the result
     * @param work must not touch the actor's state
     * @return the result of the work, or its failure; fails with {@link java.util.concurrent.RejectedExecutionException}
     *     when too much work waits. Cancelling it takes back work that has not begun
     */
    <T> Promise<T> blocking(Callable<? extends T> work);

    /**
     * Runs work that blocks in a pool of its own, so that work for one slow resource does not take the threads of work for
     * others.
     *
     * @param <T> type of the result
     * @param pool name of a pool that the builder of the system has added
     * @param work must not touch the actor's state
     * @return the result of the work, or its failure; fails with {@link java.util.concurrent.RejectedExecutionException}
     *     when the pool is full. Cancelling it takes back work that has not begun
     * @throws IllegalArgumentException if the system has no such pool
     */
    <T> Promise<T> blocking(String pool, Callable<? extends T> work);

    /**
     * Puts the current message aside, until {@link #unstashAll}. Takes effect when the message's method returns; the method
     * of an ask must return null then. Continuations and timers cannot be put aside.
     *
     * @throws IllegalStateException outside of the actor's turns
     */
    void stash();

    /**
     * Puts the stashed messages back into the mailbox, before all others, in their old order.
     *
     * @throws IllegalStateException outside of the actor's turns
     */
    void unstashAll();

    /**
     * {@return an executor whose tasks run in turns of this actor, in order and ahead of its messages} Any thread may use
     * it. An accepted task runs in any case, at the latest in the actor's last turn; after that the executor throws {@link
     * java.util.concurrent.RejectedExecutionException}. If the actor's dispatcher is gone, accepted tasks run on a helper
     * thread instead.
     *
     * @throws IllegalStateException outside of the actor's turns
     */
    Executor executor();

    /**
     * Starts asynchronous work when all earlier work with the same key has settled. So work with one key runs one piece at a
     * time, though it spans several turns. A stop or restart fails the work that has not settled with {@link
     * io.troupe.core.error.ActorStoppedException}.
     *
     * @param <T> type of the result
     * @param key compared by equals
     * @param work starts the work, in a turn of this actor: at once if no other work with this key is pending
     * @return settles like the promise of the work. Cancelling it takes back work that has not begun
     * @throws IllegalStateException outside of the actor's turns
     */
    <T> Promise<T> serial(Object key, Supplier<? extends Promise<T>> work);
}
