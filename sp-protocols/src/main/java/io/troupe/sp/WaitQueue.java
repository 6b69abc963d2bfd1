// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.core.continuation.Observer;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.sp.socket.SocketTimers;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The line of those who wait until a {@link TryFunction} succeeds: threads, which try themselves when they are woken, and
 * promises, for which the thread that signals tries. First come, first served, save that a newcomer may try before the
 * threads in line, but never before a promise: what one thread wants with promises comes in the order it asked.
 *
 * <p>Invariants: whoever makes success possible signals afterwards. Whoever joins the line serves it afterwards. A full fence
 * stands between write and read on both sides, so that of a signal and a joining that race one sees the other. Only the head
 * of the line tries; who leaves the line serves the next, so that no signal is lost with the one who leaves. One thread at a
 * time serves, others leave it a note ({@code work}). A result for a promise that was cancelled in that moment goes back to
 * where it came from. No lock is held while trying. What runs when a promise is settled must not wait for this line.
 *
 * @param <A> what is tried with: a message to be sent
 * @param <T> the result: a received message
 */
final class WaitQueue<A, T> {
    private static final Logger LOG = LoggerFactory.getLogger(WaitQueue.class);

    private final TryFunction<A, T> attempt;
    private final BiConsumer<A, T> giveBack;
    private final AdaptiveSpin spinner;
    private final PipePoller poller;
    private final String what;
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<Waiter<A, T>> line = new ArrayDeque<>();
    private final AtomicInteger work = new AtomicInteger();
    /** How many stand in line; written under the lock. */
    private volatile int waiting;
    /** How many of them are promises; written under the lock. */
    private volatile int promised;

    private volatile boolean everybody;
    private volatile @Nullable SpException end;

    /**
     * An empty line for results that nobody misses: those of attempts for promises that were cancelled meanwhile are
     * forgotten.
     *
     * @param what for words: {@code "a send"}
     */
    WaitQueue(String what, TryFunction<A, T> attempt, AdaptiveSpin spinner, PipePoller poller) {
        this(what, attempt, spinner, poller, (argument, result) -> {});
    }

    /**
     * An empty line.
     *
     * @param what for words: {@code "a receive"}
     * @param giveBack gets the results of attempts for promises that were cancelled meanwhile; must not wait. The next in line
     *     tries after it, so it need not signal
     */
    WaitQueue(
            String what,
            TryFunction<A, T> attempt,
            AdaptiveSpin spinner,
            PipePoller poller,
            BiConsumer<A, T> giveBack) {
        this.what = what;
        this.attempt = attempt;
        this.spinner = spinner;
        this.poller = poller;
        this.giveBack = giveBack;
    }

    /**
     * Waits on the calling thread.
     *
     * @param limitNanos 0: tries once
     * @throws SpException TIMED_OUT, CANCELED when the thread is interrupted (it stays so), STATE where nothing may wait, or
     *     what ended the line
     */
    T await(A argument, long limitNanos) {
        T result = tryNow(argument);
        if (result != null) {
            return result;
        }
        if (limitNanos > 0) {
            if (!poller.mayWait()) {
                throw new SpException(
                        SpError.STATE, what + " must not wait where one thread does everything, use a promise");
            }
            poller.flush();
            result = spin(argument, limitNanos);
            if (result != null) {
                return result;
            }
            return sleep(argument, limitNanos);
        }
        throw timedOut(limitNanos);
    }

    /** Tries once, without waiting; null: not now. */
    @Nullable
    T tryNow(A argument) {
        if (promised > 0) {
            serve(); // they may have been cancelled
            if (promised > 0) {
                if (end != null) {
                    throw ended();
                }
                return null;
            }
        }
        return attempted(argument);
    }

    private @Nullable T attempted(A argument) {
        T result = attempt.run(argument);
        if (result == null && end != null) {
            throw ended();
        }
        return result;
    }

    /**
     * Waits as a promise.
     *
     * @param timers for the limit
     * @param limitNanos {@link Long#MAX_VALUE}: no limit
     */
    Promise<T> later(A argument, SocketTimers timers, long limitNanos) {
        CompletablePromise<T> promise = new CompletablePromise<>();
        return later(new Waiter<>(argument, null, promise), promise, timers, limitNanos);
    }

    /**
     * The same for somebody who holds another promise: when that one fails first, nothing more is tried. The promise that is
     * returned tells what has come of the argument, and must not be cancelled.
     */
    Promise<T> later(A argument, SocketTimers timers, long limitNanos, Promise<?> held) {
        CompletablePromise<T> promise = new CompletablePromise<>();
        Waiter<A, T> waiter = new Waiter<>(argument, null, promise);
        new GivenUp(waiter).observe(held);
        return later(waiter, promise, timers, limitNanos);
    }

    private Promise<T> later(Waiter<A, T> waiter, CompletablePromise<T> promise, SocketTimers timers, long limitNanos) {
        if (limitNanos != Long.MAX_VALUE) {
            waiter.timeout = timers.after(limitNanos, () -> expire(waiter, limitNanos));
        }
        join(waiter);
        serve();
        if (!promise.isSettled()) {
            poller.flush();
            poller.watch();
        }
        return promise;
    }

    /** Success may be possible now. */
    void signal() {
        VarHandle.fullFence(); // see the class comment: what made it possible is seen by those who join from now on
        signalFenced();
    }

    /** {@link #signal} for those who made success possible by an atomic operation that is as good as a fence. */
    void signalFenced() {
        if (waiting > 0) {
            serve();
        }
    }

    /** Everybody in the line tries, not only its head: the argument of one of them may have become hopeless. */
    void signalAll() {
        everybody = true;
        serve();
    }

    /** Nobody needs to wait any more: all fail, and those who come later too, unless their attempt succeeds. */
    void end(SpException cause) {
        end = cause;
        signalAll();
    }

    /** How many stand in line. */
    int waiting() {
        return waiting;
    }

    private @Nullable T spin(A argument, long limitNanos) {
        long spinNanos = Math.min(spinner.begin(), limitNanos);
        if (spinNanos == 0) {
            return null;
        }
        T result = null;
        try {
            long start = System.nanoTime();
            do {
                poller.poll();
                result = tryNow(argument);
                Thread.onSpinWait();
            } while (result == null && System.nanoTime() - start < spinNanos);
        } finally {
            spinner.end(result != null);
        }
        return result;
    }

    private T sleep(A argument, long limitNanos) {
        long start = System.nanoTime();
        Waiter<A, T> waiter = new Waiter<>(argument, Thread.currentThread(), null);
        join(waiter);
        try {
            poller.watch();
            serve(); // it may be the first
            while (true) {
                if (waiter.getAndSet(Waiter.WAITING) == Waiter.WOKEN) { // and only then: who is before it goes first
                    T result = attempted(argument);
                    if (result != null) {
                        return result;
                    }
                }
                long left = limitNanos - (System.nanoTime() - start);
                if (left <= 0) {
                    throw timedOut(limitNanos);
                }
                if (Thread.currentThread().isInterrupted()) {
                    throw new SpException(SpError.CANCELED, what + " was interrupted");
                }
                if (!waiter.isWoken()) { // a lock within the attempt may have eaten the permit that came with it
                    LockSupport.parkNanos(this, left);
                }
            }
        } finally {
            leave(waiter);
            signal(); // what it was woken for and has not taken is for the next
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock
    private void join(Waiter<A, T> waiter) {
        lock.lock();
        try {
            line.addLast(waiter);
            waiting = line.size();
            if (waiter.promise != null) {
                promised++;
            }
        } finally {
            lock.unlock();
        }
        VarHandle.fullFence();
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock
    private void leave(Waiter<A, T> waiter) {
        lock.lock();
        try {
            if (line.remove(waiter)) {
                waiting = line.size();
                if (waiter.promise != null) {
                    promised--;
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Waiter<A, T> head() {
        lock.lock();
        try {
            return line.peekFirst();
        } finally {
            lock.unlock();
        }
    }

    private List<Waiter<A, T>> all() {
        lock.lock();
        try {
            return new ArrayList<>(line);
        } finally {
            lock.unlock();
        }
    }

    private void serve() {
        if (work.getAndIncrement() != 0) {
            return; // the one who serves looks again
        }
        int seen;
        try {
            do {
                seen = work.get();
                if (everybody) {
                    everybody = false;
                    serveAll();
                }
                Waiter<A, T> head = head();
                while (head != null && head.promise != null && served(head, head.promise)) {
                    head = head();
                }
                if (head != null) {
                    head.wake();
                }
            } while (work.addAndGet(-seen) != 0);
        } catch (Throwable e) { // of the virtual machine: no memory, or no stack
            work.set(0); // or nobody would ever serve again; the next signal is for those who have left a note
            throw e;
        }
    }

    private void serveAll() {
        for (Waiter<A, T> waiter : all()) {
            waiter.wake();
            if (waiter.promise != null) {
                served(waiter, waiter.promise);
            }
        }
    }

    /** Tries for a promise; whether the next in line is to be looked at. Never throws: the work must be ended. */
    private boolean served(Waiter<A, T> waiter, CompletablePromise<T> promise) {
        if (promise.isSettled()) { // cancelled
            finish(waiter);
            return true;
        }
        if (!waiter.compareAndSet(Waiter.WAITING, Waiter.TRYING)) {
            leave(waiter); // has just expired
            return true;
        }
        T result;
        try {
            result = attempted(waiter.argument);
        } catch (Throwable e) { // an SpException, a mistake, or no memory: it must not stop the others
            finish(waiter);
            promise.fail(e);
            return true;
        }
        if (result == null) {
            return !waiter.compareAndSet(Waiter.TRYING, Waiter.WAITING) && expired(waiter, promise);
        }
        finish(waiter);
        if (!promise.complete(result)) { // cancelled meanwhile
            takeBack(waiter, result);
        }
        return true;
    }

    private void takeBack(Waiter<A, T> waiter, T result) {
        try {
            giveBack.accept(waiter.argument, result);
        } catch (Throwable e) {
            LOG.error("a result that nobody wanted could not be given back", e);
        }
    }

    private boolean expired(Waiter<A, T> waiter, CompletablePromise<T> promise) {
        finish(waiter);
        promise.fail(new SpException(SpError.TIMED_OUT, what + " took longer than its limit"));
        return true;
    }

    private void finish(Waiter<A, T> waiter) {
        waiter.set(Waiter.DONE);
        leave(waiter);
        if (waiter.timeout != null) {
            waiter.timeout.cancel();
        }
    }

    private void expire(Waiter<A, T> waiter, long limitNanos) {
        giveUp(waiter, timedOut(limitNanos));
    }

    /** Ends its waiting; if somebody tries for it right now, then only after an attempt without success. */
    private void giveUp(Waiter<A, T> waiter, SpException cause) {
        if (waiter.compareAndSet(Waiter.WAITING, Waiter.DONE)) {
            finish(waiter);
            if (waiter.promise != null) {
                waiter.promise.fail(cause);
            }
            signal();
        } else {
            waiter.compareAndSet(Waiter.TRYING, Waiter.EXPIRED);
        }
    }

    private SpException timedOut(long limitNanos) {
        return new SpException(
                SpError.TIMED_OUT, what + " took longer than its limit: limit=" + Duration.ofNanos(limitNanos));
    }

    /** Each time anew, for the stack trace of the one who waited. */
    private SpException ended() {
        SpException cause = end;
        return cause == null
                ? new SpException(SpError.CLOSED, what + " has ended")
                : new SpException(cause.reason(), String.valueOf(cause.getMessage()), cause);
    }

    /** Watches the promise that somebody holds. */
    private final class GivenUp extends Observer<Object> {
        private final Waiter<A, T> waiter;

        GivenUp(Waiter<A, T> waiter) {
            this.waiter = waiter;
        }

        @Override
        protected void onValue(@Nullable Object value) {
            // it has what it waited for
        }

        @Override
        protected void onFailure(Throwable cause) {
            giveUp(waiter, new SpException(SpError.CANCELED, what + " was given up"));
        }
    }

    /**
     * A thread or a promise in line; its number is its state. Threads are WAITING or WOKEN; promises are
     * WAITING, then TRYING and back, or EXPIRED, in the end DONE.
     */
    private static final class Waiter<A, T> extends AtomicInteger {
        private static final long serialVersionUID = 1L;
        /** In the line. */
        static final int WAITING = 0;
        /** Somebody tries for this promise right now. */
        static final int TRYING = 1;
        /** Its time is over, as soon as the attempt has ended without success. */
        static final int EXPIRED = 2;
        /** It has its result. */
        static final int DONE = 3;
        /** This thread may try: it has been told and has not looked since. */
        static final int WOKEN = 4;

        final transient A argument;
        final transient @Nullable Thread thread;
        final transient @Nullable CompletablePromise<T> promise;
        transient SocketTimers.@Nullable Timeout timeout;

        Waiter(A argument, @Nullable Thread thread, @Nullable CompletablePromise<T> promise) {
            this.argument = argument;
            this.thread = thread;
            this.promise = promise;
        }

        /**
         * Whether the thread has been told and has not looked since. To be asked right before it parks, without a lock in between:
         * who told it before has used up its permit perhaps, who tells it later gives a new one.
         */
        boolean isWoken() {
            return get() == WOKEN;
        }

        /** Lets the thread try; costs nothing while it has yet to look at what it was told before. */
        void wake() {
            if (thread != null && compareAndSet(WAITING, WOKEN)) {
                LockSupport.unpark(thread);
            }
        }
    }
}
