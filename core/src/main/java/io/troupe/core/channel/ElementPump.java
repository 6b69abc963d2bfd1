// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.continuation.CallbackExecutor.ExecutorTask;
import io.troupe.core.continuation.Enlistment;
import io.troupe.core.promise.Promise;
import io.troupe.core.promise.Settled;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Carries the elements of one channel to a handler, in turns of one executor: the work behind {@code each} and behind a
 * clause of a repeated select. It waits in the list of receivers while the channel has nothing for it, and is one task of the
 * executor while it has. Its owner may be told when it ends.
 *
 * <p>Invariant: it is in the list, or a task in the queue of the executor, or running, or in the line of the {@link WorkLimit}, or
 * it has ended; one of these at a time. So an element given to it is followed by exactly one run.
 */
final class ElementPump<T> extends ExecutorTask implements Pump, Enlistment {
    /** Most elements of a run; a turn has several runs, and looks at its limits in between. */
    private static final int LONGEST_RUN = 64;

    /** Elements between two looks at the clock; a power of two. */
    private static final int CLOCK_EVERY = 8;

    /** A run that takes longer is followed by shorter ones. */
    private static final long LONG_NANOS = 100_000;

    private final Channel<T> channel;
    private final CallbackExecutor executor;
    private final Function<? super T, ? extends @Nullable Promise<?>> handler;
    private final WorkLimit limit;
    private final PumpOwner owner;
    private final @Nullable Object context;
    private final Place place = new Place();

    /** Whether the channel counts it. Guarded by the lock of the channel. */
    boolean joined;

    /** The element that was given to it while it waited. Written under the lock by who claims it, read by the run. */
    private @Nullable T given;

    /** Any thread sets it, by {@link #stop}. */
    private volatile boolean stopped;

    // ---- in the executor's turns -----------------------------------------------------------------------------------

    private int length = 1;

    /** What it may take without the lock; null until it has many to handle. Nothing is in it between two runs. */
    private @Nullable Prefetch<T> reach;

    private int underWay;

    private boolean ended;
    private @Nullable Throwable failure;

    /**
     * A pump at rest.
     *
     * @param limit of asynchronous work under way; pumps of one owner share it
     * @param owner told about the end
     */
    ElementPump(
            Channel<T> channel,
            CallbackExecutor executor,
            WorkLimit limit,
            Function<? super T, ? extends @Nullable Promise<?>> handler,
            PumpOwner owner) {
        this.channel = channel;
        this.executor = executor;
        this.limit = limit;
        this.handler = handler;
        this.owner = owner;
        this.context = executor.capture();
    }

    @Override
    public void start() {
        executor.enlist(this);
        channel.join(this);
        schedule();
    }

    private void schedule() {
        if (context != null) {
            context(context);
        }
        executor.run(this);
    }

    /** Takes no further element; one that was given to it returns to the channel. */
    @Override
    public void stop() {
        stopped = true;
        executor.delist(this);
        channel.leave(this);
        channel.withdraw(place);
    }

    @Override
    public boolean isReady() {
        return channel.hasElements();
    }

    @Override
    public void onRetired(Throwable reason) {
        stopped = true;
        channel.leave(this);
        channel.withdraw(place);
        owner.onRetired(reason);
    }

    @Override
    protected boolean abandon(Throwable reason) {
        T element = given;
        given = null;
        if (element != null) {
            channel.lost(element, executor);
        }
        onRetired(reason); // executors outside of actors have told nobody
        return element != null;
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
        long begun = 0;
        for (int done = 0; ; ) {
            T element = next(length - done);
            if (element == null) {
                return;
            }
            if (done == 0) {
                begun = executor.nanos();
            }
            handle(element);
            done++;
            if (done >= length || (done & (CLOCK_EVERY - 1)) == 0) {
                boolean slow = executor.nanos() - begun > LONG_NANOS;
                if (slow || done >= length || executor.isEnding()) {
                    length = slow ? Math.max(1, done / 2) : Math.min(LONGEST_RUN, 2 * length);
                    pause();
                    return;
                }
            } else if (executor.isEnding()) {
                pause(); // behind what ends the actor
                return;
            }
        }
    }

    /** Goes on behind what waits for the executor. */
    private void pause() {
        letGo();
        schedule();
    }

    /** What is left within reach would wait for this pump for too long. */
    private void letGo() {
        if (reach != null && reach.left() > 0) {
            channel.letGo();
        }
    }

    /**
     * The next element to handle; null: this run is over.
     *
     * @param most how many the run may handle
     */
    private @Nullable T next(int most) {
        T element = given;
        if (!stopped && failure == null && owner.yields(this)) {
            pause(); // behind those that go first
            return null;
        }
        given = null;
        if (stopped || failure != null) {
            if (element != null) {
                channel.giveBack(element);
            }
            letGo();
            return null;
        }
        if (element != null) {
            return element;
        }
        if (!limit.admits(this)) {
            letGo();
            return null; // completed() of this or of another pump goes on
        }
        element = reach == null ? null : reach.take();
        return element == null ? poll(most) : element;
    }

    private @Nullable T poll(int most) {
        if (reach == null && most >= Prefetch.MOST) {
            reach = new Prefetch<>();
        }
        Object next = channel.pollOrEnlist(place, this, reach, most - 1);
        if (next == Channel.ENDED) {
            ended = true;
            endIfDone();
            return null;
        }
        if (next == null && stopped) {
            channel.withdraw(place); // stopped between the two
        }
        return next == null ? null : Channel.element(next);
    }

    private void handle(T element) {
        try {
            Promise<?> work = handler.apply(element);
            if (work != null && !work.isFulfilled()) {
                underWay++;
                limit.begin();
                work.onComplete((value, failed) -> completed(failed));
                work.result().map(Settled::failure).ifPresent(this::fails); // completed() comes in a turn to be
            }
        } catch (Throwable e) {
            fails(e);
            if (executor.isSupervised()) {
                executor.failed(e);
            }
        }
    }

    private void completed(@Nullable Throwable failed) {
        underWay--;
        if (failed != null) {
            fails(failed);
        } else {
            endIfDone();
        }
        ElementPump<?> next = limit.end();
        if (next != null) {
            next.run();
        }
    }

    private void fails(Throwable cause) {
        if (failure == null) {
            failure = cause;
            channel.leave(this);
            channel.withdraw(place);
        }
        ended = true;
        endIfDone();
    }

    private void endIfDone() {
        if (ended && underWay == 0 && !stopped) {
            stopped = true;
            executor.delist(this);
            channel.leave(this);
            owner.onEnd(failure == null ? channel.failure() : failure);
        }
    }

    /** Its place in the list of receivers. */
    private final class Place extends Waiter<T> {
        @Override
        boolean claim(@Nullable T element) {
            if (isGone()) {
                return false;
            }
            given = element;
            return true;
        }

        @Override
        void wake() {
            schedule();
        }

        @Override
        void end() {
            schedule();
        }

        @Override
        boolean isGone() {
            return stopped || executor.isEnding();
        }
    }
}
