// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.actor.Terminated;
import io.troupe.core.continuation.Observer;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.message.AskMessage;
import io.troupe.core.promise.Promise;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an actor owes: answers to asks whose method returned a promise that has not settled, and the news of its end to
 * watchers; and the watches that it holds on others. Made at first need. Any thread; guarded by its monitor, which is
 * never held while others are told.
 *
 * <p>Invariant: an ask is in {@code asks} from its delivery until it settles, the actor settles it, or it is passed over in
 * a chain of promises, whichever is first; in the last case the target of the ask behind it owes the answer, so the steps
 * of a long chain do not pile up. The ask knows its place, so both cost the same however many there are. Known race: the
 * promise settles or is passed over on another thread while the ask is being added; so it is looked at again after it was
 * added. Some asks settle without telling; such ones are dropped when the array is full, so the array is at most twice as
 * long as what is owed.
 */
final class Obligations {
    private static final int LEAST = 8;

    private AskMessage<?>[] asks = new AskMessage<?>[LEAST];
    private int owed;
    private final NodeList<TerminationWatch> watchers = new NodeList<>();
    private final NodeList<HeldWatch> held = new NodeList<>();

    /** The end of the actor, when nothing can be owed any more. */
    private @Nullable Terminated end;

    /** Written and read in the actor's turns. */
    private boolean settlingInTurn;

    Obligations() {}

    // ---- answers -------------------------------------------------------------------------------------------------

    /** The method of the ask has returned a promise that is pending. In the actor's turn. */
    void owe(AskMessage<?> ask) {
        Terminated ended;
        synchronized (this) {
            ended = end;
            if (ended == null) {
                if (owed == asks.length) {
                    compact();
                }
                asks[owed] = ask;
                ask.place(owed++);
            }
        }
        if (ended != null) {
            reject(ask, ended);
        } else if (!ask.isUnpaid()) {
            paid(ask);
        }
    }

    /** The ask has settled, or nobody wants its answer any more. Any thread. */
    synchronized void paid(AskMessage<?> ask) {
        int place = ask.place();
        if (place < owed && asks[place] == ask) {
            dropAt(place);
            if (owed < asks.length / 4 && asks.length > LEAST) {
                asks = Arrays.copyOf(asks, asks.length / 2);
            }
        }
    }

    private void dropAt(int place) {
        AskMessage<?> moved = asks[--owed];
        asks[place] = moved;
        moved.place(place);
        forget(owed);
    }

    @SuppressWarnings("NullAway") // beyond what is owed
    private void forget(int place) {
        asks[place] = null;
    }

    /** Makes room: drops what has settled without telling, and grows if most is owed still. */
    private void compact() {
        dropSettled();
        if (owed > asks.length / 2) {
            asks = Arrays.copyOf(asks, asks.length * 2);
        }
    }

    private void dropSettled() {
        for (int place = owed - 1; place >= 0; place--) {
            if (!asks[place].isUnpaid()) {
                dropAt(place);
            }
        }
    }

    /** The asks that wait for an answer. Any thread. */
    synchronized List<AskMessage<?>> unsettled() {
        dropSettled();
        return List.of(Arrays.copyOf(asks, owed));
    }

    /** How many asks wait for an answer, or a few more. Any thread; cheap. */
    synchronized int owed() {
        return owed;
    }

    /** Whether no answer is owed. */
    synchronized boolean isPaid() {
        while (owed > 0 && !asks[owed - 1].isUnpaid()) {
            dropAt(owed - 1);
        }
        return owed == 0;
    }

    // ---- watches -------------------------------------------------------------------------------------------------

    /** Somebody watches this actor. Any thread. */
    void add(TerminationWatch watch) {
        Terminated ended;
        synchronized (this) {
            ended = end;
            if (ended == null) {
                watch.node = watchers.add(watch);
            }
        }
        if (ended != null) {
            watch.tell(ended);
        }
    }

    /** The watcher has lost its interest. Any thread. */
    synchronized void forget(TerminationWatch watch) {
        if (watch.node != null) {
            watchers.remove(watch.node);
        }
    }

    /** Whether somebody watches this actor. Any thread. */
    synchronized boolean isWatched() {
        return !watchers.isEmpty();
    }

    /** Tells those who watch that an object of a directory has ended, whose actor lives on. In the actor's turn. */
    void tellWatchers(Terminated ended) {
        List<TerminationWatch> told;
        synchronized (this) {
            told = watchers.takeAll();
        }
        told.forEach(watch -> watch.tell(ended));
    }

    /** This incarnation watches somebody. In the actor's turn. */
    void hold(Promise<Terminated> watch) {
        HeldWatch mine = new HeldWatch(watch);
        synchronized (this) {
            mine.node = held.add(mine);
        }
        mine.observe(watch);
    }

    private synchronized void release(HeldWatch mine) {
        if (mine.node != null) {
            held.remove(mine.node);
        }
    }

    // ---- settling ------------------------------------------------------------------------------------------------

    /** Fails the answers that an incarnation owes, and ends its watches. Any thread, each of them once. */
    void settle(Terminated ended) {
        List<AskMessage<?>> unpaid;
        List<HeldWatch> watches;
        synchronized (this) {
            unpaid = new ArrayList<>(Arrays.asList(asks).subList(0, owed));
            asks = new AskMessage<?>[LEAST];
            owed = 0;
            watches = held.takeAll();
        }
        for (AskMessage<?> ask : unpaid) {
            reject(ask, ended);
        }
        watches.forEach(HeldWatch::cancel);
    }

    /** The same in the actor's own turn: what its own executor is told of it is no dead letter. */
    void settleInTurn(Terminated ended) {
        settlingInTurn = true;
        settle(ended);
        settlingInTurn = false;
    }

    /** {@link #close} in the actor's own last turn. */
    void closeInTurn(Terminated ended) {
        settlingInTurn = true;
        close(ended);
        settlingInTurn = false;
    }

    /** Whether the actor's own turn settles just now. For that turn only. */
    boolean isSettlingInTurn() {
        return settlingInTurn;
    }

    /** The same at the end of the actor, which is told to its watchers after all else. Any thread. */
    void close(Terminated ended) {
        List<TerminationWatch> told;
        synchronized (this) {
            end = ended;
            told = watchers.takeAll();
        }
        settle(ended);
        told.forEach(watch -> watch.tell(ended));
    }

    /** Fails a call that was begun; nothing if it has settled meanwhile. */
    static void reject(AskMessage<?> ask, Terminated ended) {
        if (!ask.isSettled()) {
            ask.reject(new ActorStoppedException(
                    "the actor has ended before it answered",
                    ended.address(),
                    ask.method(),
                    ended.reason(),
                    true,
                    ended.cause()));
        }
    }

    /** A watch that ends with this incarnation, or is forgotten when it has told. */
    private final class HeldWatch extends Observer<Terminated> {
        private final Promise<Terminated> watch;
        private NodeList.@Nullable Node<HeldWatch> node; // guarded by the obligations

        HeldWatch(Promise<Terminated> watch) {
            this.watch = watch;
        }

        void cancel() {
            watch.cancel();
        }

        @Override
        protected void onValue(@Nullable Terminated ended) {
            release(this);
        }

        @Override
        protected void onFailure(Throwable cause) {
            release(this);
        }
    }
}
