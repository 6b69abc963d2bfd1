// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.continuation.CallbackExecutor.ExecutorTask;
import io.troupe.core.continuation.Enlistment;
import io.troupe.core.continuation.OutsideExecutors;
import io.troupe.core.continuation.OwnedPromise;
import io.troupe.core.continuation.Promises;
import io.troupe.core.error.ActorException;
import io.troupe.core.error.CallCancelledException;
import io.troupe.core.error.ChannelClosedException;
import io.troupe.dispatch.timer.Timeout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One run of a {@link Select}, and the promise of its result.
 *
 * <p>Invariant: {@code chosen} says which clause it is, and changes from WAITING once, by compare-and-set. It is WAITING only
 * while its places are in the lists of the channels. They are put there under the locks of all channels, taken in the order
 * of their numbers, after it was seen under the same locks that nothing is possible. So no wake-up is lost, and of two
 * selects that meet only one waits: the other one holds the lock of the channel and claims it. Source: the select of the Go
 * runtime.
 */
final class Choice<R> implements OwnedPromise.Owner, Enlistment {
    private static final int WAITING = -1;
    private static final int DECIDING = -2;
    private static final int GIVEN_UP = -3;
    private static final int ENDED = -4;
    private static final int AFTER = -5;
    private static final int OTHERWISE = -6;

    private static final VarHandle CHOSEN;
    private static final VarHandle OPEN;
    private static final VarHandle ELEMENT;

    static {
        try {
            CHOSEN = MethodHandles.lookup().findVarHandle(Choice.class, "chosen", int.class);
            OPEN = MethodHandles.lookup().findVarHandle(Choice.class, "open", int.class);
            ELEMENT = MethodHandles.lookup().findVarHandle(Choice.class, "element", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Select<R> select;
    private final CallbackExecutor executor;
    private final boolean ofThread;
    private final OwnedPromise<R> promise = Promises.owned(this);

    /** Index of a clause, or one of the numbers above. Any thread, by CHOSEN. */
    private volatile int chosen = DECIDING;

    /** Clauses that wait and whose channel has not ended. Any thread, by OPEN. */
    @SuppressWarnings({"FieldMayBeFinal", "UnusedVariable"}) // by OPEN
    private volatile int open;

    /**
     * What the chosen clause has received and nobody has seen. Written by who chooses it, read in the turn that follows. The
     * result of a view is the element, so it stays until somebody hears of the result: a first continuation that cannot run
     * any more, one that runs and a caller that has gone decide by ELEMENT who takes it, once.
     */
    private volatile @Nullable Object element;

    /** Empty until it has to wait. Written by its own turns or thread, and read there and by who gives up. */
    private volatile List<Place<?>> places = List.of();

    private volatile @Nullable Timeout timeout;

    /** Somebody has given up while a clause was chosen: counts if that one does not. */
    private volatile boolean unwanted;

    /** On the executor's clock, if there is a limit in time. */
    private long end;

    /** Whether its actor fails by what the clause has thrown. In the turn. */
    private boolean crashed;

    /**
     * Nothing is chosen so far.
     *
     * @param ofThread whether a thread waits and makes the result itself
     */
    Choice(Select<R> select, boolean ofThread) {
        this.select = select;
        this.ofThread = ofThread;
        CallbackExecutor current = CallbackExecutor.current();
        this.executor = current == null ? OutsideExecutors.ofNoSystem().ofThisThread() : current;
    }

    OwnedPromise<R> promise() {
        return promise;
    }

    void start() {
        if (select.after() != null) {
            end = executor.nanos() + select.afterNanos();
        }
        attempt();
    }

    /** Waits for a clause and does it, on the calling thread. In the place of {@link #start}. */
    @SuppressWarnings({"unchecked", "NullAway"}) // whether a result may be null is the business of R
    R await() {
        Choice<R> turn = this;
        start();
        while (true) {
            Channel.waitFor(turn.promise, Channel.UNLIMITED);
            Object result = turn.makeResult();
            if (result != Clause.SKIPPED) {
                return (R) result;
            }
            Choice<R> next = new Choice<>(select, true);
            next.end = turn.end;
            next.attempt();
            turn = next;
        }
    }

    // ---- choosing: turns of its own, or its own thread ------------------------------------------------------------

    private void attempt() {
        int[] order = order();
        for (int index : order) {
            if (attempt(select.clauses().get(index))) {
                decide(index);
                return;
            }
        }
        if (select.otherwise() != null) {
            decide(OTHERWISE);
        } else {
            waitForOne(order);
        }
    }

    private <S> boolean attempt(Clause<S> clause) {
        S given = clause.channel().attempt(clause);
        element = given;
        return given != null;
    }

    private int[] order() {
        int[] order = new int[select.clauses().size()];
        for (int i = 0; i < order.length; i++) {
            int at = select.isFair() ? executor.chance(i + 1) : i; // a random permutation: Knuth 3.4.2, inside out
            order[i] = order[at];
            order[at] = i;
        }
        return order;
    }

    private void waitForOne(int[] order) {
        List<Place<?>> mine = new ArrayList<>(order.length);
        Channel<?>[] channels = new Channel<?>[order.length];
        for (int i = 0; i < order.length; i++) {
            Clause<?> clause = select.clauses().get(i);
            mine.add(new Place<>(this, i, clause));
            channels[i] = clause.channel();
        }
        Arrays.sort(channels, Comparator.comparingLong(Channel::number));
        int locked = 0;
        int found;
        try {
            for (; locked < channels.length; locked++) {
                channels[locked].lock();
            }
            found = attemptUnderLocks(order, mine);
        } catch (Throwable e) {
            while (locked > 0) {
                channels[--locked].lock = 0;
            }
            throw e;
        }
        Channel<?> last = found < 0 ? null : select.clauses().get(found).channel();
        for (Channel<?> channel : channels) {
            if (channel != last) {
                channel.release();
            }
        }
        if (last != null) {
            last.release(); // wakes the one that was claimed
        }
        if (found != WAITING) {
            decide(found);
        } else if (select.after() != null) {
            startTimer();
        }
    }

    /** Returns the clause that is possible now, WAITING, or why it does not wait. */
    private int attemptUnderLocks(int[] order, List<Place<?>> mine) {
        for (int index : order) {
            Object given = select.clauses().get(index).attempt();
            if (given != null) {
                element = given;
                return index;
            }
        }
        if (unwanted) {
            return GIVEN_UP;
        }
        int waiting = 0;
        for (Place<?> place : mine) {
            if (place.enlist()) {
                waiting++;
            }
        }
        if (waiting == 0 && select.after() == null) {
            return ENDED;
        }
        open = waiting;
        places = mine;
        chosen = WAITING;
        return WAITING;
    }

    private void startTimer() {
        if (!ofThread) {
            executor.enlist(this); // else the timer would keep it after the end of its actor
        }
        Timeout pending = executor.schedule(Math.max(0, end - executor.nanos()), () -> choose(AFTER));
        timeout = pending;
        if (chosen != WAITING) {
            stopTimer();
        }
    }

    /** Nothing else can be chosen any more. */
    private void decide(int clause) {
        chosen = clause;
        decided();
    }

    /** Any thread, without a lock. */
    private void choose(int clause) {
        if (CHOSEN.compareAndSet(this, WAITING, clause)) {
            decided();
        }
    }

    /** Any thread, without a lock. */
    private void decided() {
        stopTimer();
        if (ofThread) {
            promise.complete(null); // wakes the thread
        } else {
            new Turn().schedule();
        }
    }

    private void stopTimer() {
        Timeout pending = timeout;
        if (pending != null) {
            pending.cancel();
            executor.delist(this);
        }
    }

    private void leave() {
        List<Place<?>> mine = places;
        places = List.of();
        mine.forEach(Place::leave);
    }

    // ---- giving up: any thread ------------------------------------------------------------------------------------

    @Override
    public boolean isOfCaller() {
        return true;
    }

    @Override
    public boolean giveUp() {
        if (CHOSEN.compareAndSet(this, WAITING, GIVEN_UP)) {
            return true;
        }
        unwanted = true;
        return false;
    }

    @Override
    public void onAbandoned() {
        stopTimer();
        leave();
    }

    /** The actor has stopped or restarted before its limit in time. */
    @Override
    public void onRetired(Throwable reason) {
        if (CHOSEN.compareAndSet(this, WAITING, GIVEN_UP)) {
            stopTimer();
            forsake(reason);
        }
    }

    // ---- the result: in a turn that follows, or on the thread that waits ------------------------------------------

    private @Nullable Object makeResult() {
        leave();
        int clause = chosen;
        if (clause >= 0) {
            return apply(select.clauses().get(clause));
        }
        Supplier<? extends R> source =
                switch (clause) {
                    case AFTER -> select.after();
                    case OTHERWISE -> select.otherwise();
                    case GIVEN_UP ->
                        throw new CallCancelledException("the caller has given up the select: " + channels());
                    default ->
                        throw new ChannelClosedException(
                                "one channel of a select must be open: " + channels(),
                                select.clauses().get(0).channel().failure());
                };
        return Objects.requireNonNull(source, "source").get();
    }

    private <S> @Nullable Object apply(Clause<S> clause) {
        S given = Channel.element(Objects.requireNonNull(element, "element"));
        if (!select.isOfView()) {
            element = null;
            return clause.result().apply(given);
        }
        boolean kept = false;
        try {
            Object result = clause.result().apply(given);
            kept = result != Clause.SKIPPED;
            return result;
        } finally {
            if (!kept) {
                element = null;
            }
        }
    }

    private String channels() {
        return "channels="
                + select.clauses().stream()
                        .map(clause -> clause.channel().name())
                        .toList();
    }

    @SuppressWarnings("unchecked") // what clauses make
    private void settleByClause() {
        try {
            Object result = makeResult();
            if (result == Clause.SKIPPED) {
                chosen = DECIDING;
                attempt();
            } else if (select.isOfView()) {
                settleWithElement((R) result);
            } else {
                promise.complete((R) result);
            }
        } catch (Throwable e) {
            crashed = ActorException.isFatal(e)
                    || (chosen != ENDED && chosen != GIVEN_UP && executor.isSupervised() && !promise.hasListeners());
            promise.fail(e);
            if (crashed) {
                executor.failed(e);
            }
        }
    }

    /** If the call that it is the result of was given up since the clause was chosen, the element goes back: telling finds that out. */
    private void settleWithElement(@Nullable R result) {
        Object told = promise.claim(result);
        if (told == null) {
            loseBy(select.clauses().get(chosen));
        } else {
            promise.tell(told);
        }
    }

    private void forsake(Throwable reason) {
        leave();
        int clause = chosen;
        if (clause >= 0 && !select.clauses().get(clause).sends()) {
            loseBy(select.clauses().get(clause));
        }
        crashed = true;
        promise.fail(reason);
    }

    private <S> void loseBy(Clause<S> clause) {
        Object given = ELEMENT.getAndSet(this, null);
        if (given != null) {
            clause.channel().lost(Channel.element(given), executor);
        }
    }

    private <S> void giveBackBy(Clause<S> clause) {
        Object given = ELEMENT.getAndSet(this, null);
        if (given != null) {
            clause.channel().giveBack(Channel.element(given));
        }
    }

    @Override
    public void onHeard() {
        if (!ofThread) { // else the thread makes the result of it
            element = null;
        }
    }

    @Override
    public void onForsaken() {
        if (holdsElement()) {
            loseBy(select.clauses().get(chosen));
        }
    }

    @Override
    public void onRefused() {
        if (holdsElement()) {
            giveBackBy(select.clauses().get(chosen));
        }
    }

    /** Whether the result of a view may not have been seen. The promise has settled, so nothing else will be chosen. */
    private boolean holdsElement() {
        return select.isOfView() && chosen >= 0 && promise.isSettled();
    }

    @Override
    public boolean isReported() {
        return !crashed;
    }

    @Override
    public CallbackExecutor executor() {
        return executor;
    }

    @Override
    public String label() {
        return "a select";
    }

    @Override
    public String whereabouts() {
        return "waiting for one of " + channels();
    }

    /** Makes the result in a turn of the executor. */
    private final class Turn extends ExecutorTask {
        void schedule() {
            executor.run(this);
        }

        @Override
        public void deliver(Object receiver) {
            if (executor.isRetired()) {
                executor.run(this); // which turns it down
            } else {
                settleByClause();
            }
        }

        @Override
        protected boolean abandon(Throwable reason) {
            forsake(reason);
            return true;
        }
    }

    /** The place of one clause in the list of its channel. */
    private static final class Place<S> extends Waiter<S> {
        private final Choice<?> choice;
        private final int index;
        private final Clause<S> clause;

        Place(Choice<?> choice, int index, Clause<S> clause) {
            this.choice = choice;
            this.index = index;
            this.clause = clause;
            this.bytes = clause.sends() ? clause.bytes() + Channel.WAITER : 0;
        }

        /** Under the lock. False if its channel has ended. */
        boolean enlist() {
            if (!clause.isOpen()) {
                return false;
            }
            clause.enlist(this);
            return true;
        }

        void leave() {
            clause.withdraw(this);
        }

        @Override
        boolean claim(@Nullable S received) {
            if (choice.executor.isEnding() || !CHOSEN.compareAndSet(choice, WAITING, index)) {
                return false;
            }
            choice.element = clause.sends() ? clause.element() : received;
            return true;
        }

        @Override
        void wake() {
            choice.decided();
        }

        @Override
        @Nullable
        S element() {
            return clause.element();
        }

        @Override
        void end() {
            if ((int) OPEN.getAndAdd(choice, -1) == 1 && choice.select.after() == null) {
                choice.choose(ENDED);
            }
        }

        @Override
        boolean isGone() {
            return choice.executor.isEnding() || choice.chosen != WAITING;
        }
    }
}
