// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.continuation.CallbackExecutor.ExecutorTask;
import io.troupe.core.continuation.Enlistment;
import io.troupe.core.continuation.Promises;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends what a supplier gives to one channel, in turns of one executor: a clause of a repeated select that sends. It waits in
 * the list of senders while the channel takes nothing, and is one task of the executor while it does. It has one element ahead.
 *
 * <p>Invariant: it is in the list, or a task in the queue of the executor, or running, or it has ended; one of these at a time. So
 * an element that was taken from it is followed by exactly one run. Known race: it is stopped while it waits. Who takes it out
 * of the list, under the lock of the channel, decides what becomes of the element.
 */
final class SendPump<T> extends ExecutorTask implements Pump, Enlistment {
    /** Most elements of a run; a turn has several runs, and looks at its limits in between. */
    private static final int LONGEST_RUN = 64;

    /** Elements between two looks at the clock; a power of two. */
    private static final int CLOCK_EVERY = 8;

    private static final long LONG_NANOS = 100_000;

    private final Channel<T> channel;
    private final CallbackExecutor executor;
    private final Supplier<? extends @Nullable T> elements;
    private final Runnable sent;
    private final PumpOwner owner;
    private final @Nullable Object context;
    private final Place place = new Place();

    /** The next element. Written in turns; read under the lock of the channel while it is in the list. */
    private @Nullable T next;

    /** Whether the element has been taken while it waited. Written under the lock by who takes it, read by the run. */
    private boolean taken;

    /** Whether it is in the list. Any thread that takes it out clears it. */
    private volatile boolean waits;

    /** Any thread sets it, by {@link #stop}. */
    private volatile boolean stopped;

    /**
     * A pump at rest.
     *
     * @param elements null ends it
     * @param sent runs behind each element
     * @param owner told about the end
     */
    SendPump(
            Channel<T> channel,
            CallbackExecutor executor,
            Supplier<? extends @Nullable T> elements,
            Runnable sent,
            PumpOwner owner) {
        this.channel = channel;
        this.executor = executor;
        this.elements = elements;
        this.sent = sent;
        this.owner = owner;
        this.context = executor.capture();
    }

    @Override
    public void start() {
        executor.enlist(this);
        schedule();
    }

    private void schedule() {
        if (context != null) {
            context(context);
        }
        executor.run(this);
    }

    @Override
    public void stop() {
        stopped = true;
        executor.delist(this);
        leave();
    }

    @Override
    public boolean isReady() {
        return !stopped && !waits;
    }

    /** Waits no more. */
    private void leave() {
        if (channel.takeBack(place)) {
            waits = false;
            loseNext(true);
        }
    }

    @Override
    public void onRetired(Throwable reason) {
        stopped = true;
        leave();
        owner.onRetired(reason);
    }

    @Override
    protected boolean abandon(Throwable reason) {
        if (!taken) {
            loseNext(false);
        }
        onRetired(reason); // executors outside of actors have told nobody
        return false;
    }

    private void loseNext(boolean isReturned) {
        T element = next;
        next = null;
        if (element != null) {
            channel.unsent(element, executor, isReturned);
        }
    }

    @Override
    public void deliver(Object receiver) {
        if (executor.isRetired()) {
            executor.run(this); // which turns it down
        } else {
            run();
        }
    }

    private void run() {
        try {
            work();
        } catch (Throwable e) { // of the supplier, or of what follows an element
            boolean first = !stopped;
            loseNext(false);
            end(e);
            if (first && executor.isSupervised()) {
                executor.failed(e);
            }
        }
    }

    private void work() {
        if (taken) {
            taken = false;
            next = null;
            sent.run();
        }
        long begun = executor.nanos();
        for (int done = 1; !stopped; done++) {
            if (owner.yields(this)) {
                schedule(); // behind those that go first
                return;
            }
            if (next == null && !fetch()) {
                end(channel.failure());
                return;
            }
            Object outcome = channel.offerOrEnlist(place);
            if (outcome == null) {
                if (stopped) {
                    leave(); // stopped between the two
                }
                return;
            }
            if (outcome == Channel.ENDED) {
                loseNext(false);
                end(channel.failure());
                return;
            }
            next = null;
            sent.run();
            boolean isLong =
                    done >= LONGEST_RUN || ((done & (CLOCK_EVERY - 1)) == 0 && executor.nanos() - begun > LONG_NANOS);
            if (isLong || executor.isEnding()) {
                schedule();
                return;
            }
        }
        loseNext(false);
    }

    /** False if there is nothing more to send. */
    private boolean fetch() {
        T element = channel.isClosed() ? null : elements.get();
        if (element == null) {
            return false;
        }
        T given = Promises.exported(element);
        place.bytes = channel.bytesOf(given) + Channel.WAITER;
        next = given;
        return true;
    }

    private void end(@Nullable Throwable failure) {
        if (!stopped) {
            stopped = true;
            executor.delist(this);
            owner.onEnd(failure);
        }
    }

    /** Its place in the list of senders. */
    private final class Place extends Waiter<T> {
        @Override
        boolean claim(@Nullable T nothing) {
            taken = true;
            return true; // who stops the pump takes this out of the list, under the same lock
        }

        @Override
        void wake() {
            waits = false;
            schedule();
        }

        /** The channel has given the element back: nobody receives from it any more. */
        @Override
        void end() {
            waits = false;
            loseNext(true);
            schedule();
        }

        @Override
        @Nullable
        T element() {
            return next;
        }

        @Override
        void enlisted() {
            waits = true;
        }

        @Override
        boolean isGone() {
            return false;
        }
    }
}
