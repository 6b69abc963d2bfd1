// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import io.troupe.core.continuation.Promises;
import io.troupe.core.promise.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Waits on several channels and does exactly one of its clauses: the first that is possible. The others have no effect. A
 * clause of a channel that has ended is not possible. For one thread, and for one use.
 *
 * <pre>{@code
 * Promise<String> which = Select.fair()
 *         .receive(orders, order -> "order")
 *         .send(out, value, () -> "sent")
 *         .after(Duration.ofSeconds(1), () -> "time is up")
 *         .once();
 * }</pre>
 *
 * @param <R> type of the result
 */
public final class Select<R> {
    private final boolean fair;
    private final boolean ofView;
    private final List<Clause<?>> clauses = new ArrayList<>();
    private @Nullable Supplier<? extends R> otherwise;
    private @Nullable Supplier<? extends R> after;
    private long afterNanos;
    private boolean used;

    /** Whether a clause has more than one element to send. */
    private boolean isForRepeat;

    Select(boolean fair) {
        this(fair, false);
    }

    /**
     * Without clauses so far.
     *
     * @param ofView whether the result is the element itself, which nobody has seen before the result
     */
    Select(boolean fair, boolean ofView) {
        this.fair = fair;
        this.ofView = ofView;
    }

    /** {@return an order by chance: of clauses that are ready each is chosen as often} The chance is that of the system. */
    public static ClauseOrder fair() {
        return new ClauseOrder(true);
    }

    /** {@return the order of the clauses: of those that are ready the first is chosen} Later ones may starve. */
    public static ClauseOrder inOrder() {
        return new ClauseOrder(false);
    }

    /**
     * Adds a clause that receives an element.
     *
     * @param <T> type of the elements
     * @param from where the element comes from
     * @param result makes the result of the element, in the turns of whoever selects; its promises do not wait for others
     * @return this select
     * @throws IllegalArgumentException if another clause has the same channel
     */
    public <T> Select<R> receive(Receiver<T> from, Function<? super T, ? extends R> result) {
        Objects.requireNonNull(result, "result");
        ReceiverView.sourcesOf(Objects.requireNonNull(from, "from")).forEach(source -> addSource(source, result));
        return this;
    }

    <S, T> void addSource(Source<S, T> source, Function<? super T, ? extends R> result) {
        add(new Clause<>(source.channel(), null, null, 0, element -> {
            T seen = source.view().apply(element);
            return seen == null ? Clause.SKIPPED : result.apply(seen);
        }));
    }

    /**
     * Adds a clause that sends an element.
     *
     * @param <T> type of the elements
     * @param to where the element goes to
     * @param element sent if this clause is chosen; an actor is replaced by its reference
     * @param result makes the result, in the turns of whoever selects
     * @return this select
     * @throws IllegalArgumentException if another clause has the same channel
     * @throws NullPointerException if the element is null
     */
    public <T> Select<R> send(Sender<T> to, T element, Supplier<? extends R> result) {
        Objects.requireNonNull(result, "result");
        T given = Promises.exported(Objects.requireNonNull(element, "element"));
        Channel<T> channel = ((Channel<T>) Objects.requireNonNull(to, "to")).inlet();
        add(new Clause<>(channel, given, () -> given, channel.bytesOf(given), sent -> result.get()));
        return this;
    }

    /**
     * Adds a clause of a repeated select that sends one element after the other. The next one is asked for when the one before
     * has been sent, so there is one ahead. One that is ahead when the select ends is undelivered: {@link Channel#undelivered}
     * gets it.
     *
     * @param <T> type of the elements
     * @param to where the elements go to; its end ends the clause
     * @param elements gives the next element, in the turns of whoever selects; null ends the clause
     * @param result runs behind each element that was sent, in the same turns
     * @return this select
     * @throws IllegalArgumentException if another clause has the same channel
     */
    public <T> Select<R> sendEach(
            Sender<T> to, Supplier<? extends @Nullable T> elements, Supplier<? extends R> result) {
        Objects.requireNonNull(elements, "elements");
        Objects.requireNonNull(result, "result");
        Channel<T> channel = ((Channel<T>) Objects.requireNonNull(to, "to")).inlet();
        add(new Clause<>(channel, null, elements, 0, sent -> result.get()));
        isForRepeat = true;
        return this;
    }

    private void add(Clause<?> clause) {
        for (Clause<?> other : clauses) {
            if (other.channel() == clause.channel()) {
                throw new IllegalArgumentException("a channel must be in one clause of a select only: channel="
                        + clause.channel().name());
            }
        }
        clauses.add(clause);
    }

    /**
     * Adds what happens if no clause is possible for a time. In a repeated select the time begins anew with each element.
     *
     * @param time more than zero, by the clock of the actor's system
     * @param result makes the result, in the turns of whoever selects
     * @return this select
     * @throws IllegalArgumentException if the time is not more than zero
     */
    public Select<R> after(Duration time, Supplier<? extends R> result) {
        Objects.requireNonNull(time, "time");
        if (time.isZero() || time.isNegative()) {
            throw new IllegalArgumentException("time must be more than zero: time=" + time);
        }
        after = Objects.requireNonNull(result, "result");
        afterNanos = time.compareTo(Duration.ofDays(100 * 365)) < 0 ? time.toNanos() : Long.MAX_VALUE / 4;
        return this;
    }

    /**
     * Adds what happens if no clause is possible at once, so that the select does not wait.
     *
     * @param result makes the result, in the turns of whoever selects
     * @return this select
     */
    public Select<R> otherwise(Supplier<? extends R> result) {
        otherwise = Objects.requireNonNull(result, "result");
        return this;
    }

    /**
     * Does one clause. Never waits. Cancelling the promise or letting its deadline pass withdraws all clauses, unless one has
     * been chosen by then.
     *
     * @return what the chosen clause makes; fails with what that throws, or with {@link
     *     io.troupe.core.error.ChannelClosedException} if all channels have ended and there is no {@link #after}
     * @throws IllegalStateException if this select was used before, or has a clause of {@link #sendEach}
     */
    public Promise<R> once() {
        use();
        checkOnce();
        Choice<R> choice = new Choice<>(this, false);
        choice.start();
        return choice.promise();
    }

    /**
     * Does one clause and blocks the calling thread until then. For threads outside of actors and for actors on virtual
     * threads.
     *
     * @return what the chosen clause makes; the clause runs on the calling thread
     * @throws io.troupe.core.error.ChannelClosedException if all channels have ended and there is no {@link #after}
     * @throws io.troupe.core.error.WaitRefusedException in the turn of an actor that must not block, or in the thread that runs
     *     a simulation in which nothing happens that would end the wait
     * @throws java.util.concurrent.CancellationException if the thread is interrupted; no clause was chosen
     * @throws IllegalStateException if this select was used before, or has a clause of {@link #sendEach}
     */
    public R await() {
        use();
        checkOnce();
        if (!clauses.isEmpty()) {
            clauses.get(0).channel().checkWait("await of a select", "once", Duration.ofDays(1));
        }
        return new Choice<>(this, true).await();
    }

    /**
     * Does one clause after the other in turns of the calling actor, until all channels have ended: whatever the number of
     * clauses, an element costs the same. Each clause may have received one element ahead. A clause of {@link #send} sends its
     * element again and again. Results are dropped.
     *
     * @return fulfilled when all channels have ended; fails with the cause given to {@link Sender#fail}, with what a clause
     *     throws, which also fails the actor, or when the actor stops or restarts. Cancelling it ends the receiving
     * @throws IllegalStateException if this select was used before, or has a clause for {@link #otherwise}
     */
    public Promise<Void> repeat() {
        use();
        if (otherwise != null) {
            throw new IllegalStateException("a repeated select must wait: clause=otherwise; use after");
        }
        Reception reception = new Reception(!fair);
        WorkLimit limit = new WorkLimit(Integer.MAX_VALUE);
        for (Clause<?> clause : clauses) {
            addTo(reception, clause, limit);
        }
        if (after != null) {
            reception.whenIdle(afterNanos, after);
        }
        return reception.start();
    }

    private void checkOnce() {
        if (isForRepeat) {
            throw new IllegalStateException(
                    "a select that is done once must send one element: clause=sendEach; use send");
        }
    }

    private static <S> void addTo(Reception reception, Clause<S> clause, WorkLimit limit) {
        Supplier<? extends @Nullable S> elements = clause.elements();
        if (elements != null) {
            reception.addSends(clause.channel(), elements, () -> clause.result().apply(clause.element()));
            return;
        }
        reception.add(new Source<S, S>(clause.channel(), element -> element), limit, element -> {
            Object unused = clause.result().apply(element);
            return null;
        });
    }

    private void use() {
        if (used) {
            throw new IllegalStateException("a select must be used once: clauses=" + clauses.size());
        }
        if (clauses.isEmpty()) {
            throw new IllegalStateException("a select must have clauses: clauses=0");
        }
        used = true;
    }

    boolean isFair() {
        return fair;
    }

    boolean isOfView() {
        return ofView;
    }

    List<Clause<?>> clauses() {
        return clauses;
    }

    @Nullable
    Supplier<? extends R> otherwise() {
        return otherwise;
    }

    @Nullable
    Supplier<? extends R> after() {
        return after;
    }

    long afterNanos() {
        return afterNanos;
    }
}
