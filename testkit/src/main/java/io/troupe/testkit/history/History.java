// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.error.BackpressureException;
import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.error.CombinedException;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.error.LinkRefusedException;
import io.troupe.core.error.MailboxFullException;
import io.troupe.core.error.SpawnRefusedException;
import io.troupe.core.error.WaitRefusedException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What clients did to a system, and what they got: the beginnings and ends of operations in the order in which they
 * were recorded. Checkers such as {@link Linearizability} say whether the system may answer like that.
 *
 * <pre>{@code
 * History<Op> history = new History<>();
 * history.of("c1").invoke(Op.write("x", 3), op -> register.write(3));
 * …
 * assertThat(history).isLinearizable(Model.registers());
 * }</pre>
 *
 * <p>A beginning must be recorded before the operation is sent, and an end after its answer is there. {@link
 * ClientHistory#invoke(Object, java.util.function.Function)} does both. Any thread; one thread at a time is let in.
 *
 * @param <O> type of the operations, such as {@link Op} or {@link ListTransaction}; values that do not change
 */
public final class History<O> {
    private final Object lock = new Object();
    private final List<Invocation<O>> invocations = new ArrayList<>();

    /** Beginnings and ends in the order in which they were recorded; an event's position is its index. */
    private final List<Event<O>> events = new ArrayList<>();

    private final @Nullable LongSupplier clock;
    private volatile Predicate<? super Throwable> refusal = failure -> false;
    private long latest = Long.MIN_VALUE;

    /** Makes an empty history whose times are the positions of its events: 0, 1, 2 and so on. */
    public History() {
        this.clock = null;
    }

    /**
     * Makes an empty history with a clock of its own, such as the number of the current event of a simulation. The
     * clock is for people: checks go by the order in which events are recorded.
     *
     * @param clock called once per beginning and end, by the thread that records it; a value that falls counts as
     *     the one before
     */
    public History(LongSupplier clock) {
        this.clock = Objects.requireNonNull(clock, "clock");
    }

    /**
     * Says which failures of promises mean that the operation has certainly not happened, beside those of the library
     * that always do. Every other failure leaves the outcome open, as the operation may have happened before
     * something failed.
     *
     * @param refusals for example {@code e -> e instanceof AccountClosedException}
     * @return this history
     */
    public History<O> refusedBy(Predicate<? super Throwable> refusals) {
        this.refusal = Objects.requireNonNull(refusals, "refusals");
        return this;
    }

    /**
     * The part of one client.
     *
     * @param client named by its {@code toString}, which must be the same in every run; clients with equal names are
     *     one
     * @return its part, to record operations with
     */
    public ClientHistory<O> of(Object client) {
        return new ClientHistory<>(this, String.valueOf(Objects.requireNonNull(client, "client")));
    }

    /**
     * {@return the operations so far, in order of beginning} Those that have not ended count as
     * {@link OperationEnd#INFO}. The list is a copy.
     */
    public List<Operation<O>> operations() {
        synchronized (lock) {
            List<Operation<O>> copy = new ArrayList<>(invocations.size());
            for (Invocation<O> invocation : invocations) {
                copy.add(invocation.operation());
            }
            return Collections.unmodifiableList(copy);
        }
    }

    /** {@return the number of operations so far} */
    public int size() {
        synchronized (lock) {
            return invocations.size();
        }
    }

    /**
     * A beginning or an end.
     *
     * @param invocation whose it is
     * @param isEnd whether it is the end
     */
    record Event<O>(Invocation<O> invocation, boolean isEnd) {}

    List<Event<O>> events() {
        synchronized (lock) {
            return List.copyOf(events);
        }
    }

    Invocation<O> begin(String client, O call) {
        synchronized (lock) {
            return beginAt(client, call, now());
        }
    }

    void end(Invocation<O> invocation, OperationEnd end, @Nullable Object result) {
        synchronized (lock) {
            invocation.requireOpen(end);
            endAt(invocation, end, result, now());
        }
    }

    /** For histories that are read: their events have times already. */
    Invocation<O> beginAt(String client, O call, long time) {
        synchronized (lock) {
            latest = time;
            Invocation<O> invocation = new Invocation<>(this, invocations.size(), client, call, events.size(), time);
            invocations.add(invocation);
            events.add(new Event<>(invocation, false));
            return invocation;
        }
    }

    /** For histories that are read: their events have times already. */
    void endAt(Invocation<O> invocation, OperationEnd end, @Nullable Object result, long time) {
        synchronized (lock) {
            latest = time;
            invocation.setEnd(end, result, events.size(), time);
            events.add(new Event<>(invocation, true));
        }
    }

    private long now() {
        return Math.max(latest, clock == null ? events.size() : clock.getAsLong());
    }

    /** What the failure of a promise says about its operation: {@code FAIL} only if that is certain. */
    OperationEnd endOf(Throwable failure) {
        return isRefused(failure) ? OperationEnd.FAIL : OperationEnd.INFO;
    }

    private boolean isRefused(Throwable failure) {
        if (refusal.test(failure)) {
            return true;
        }
        if (failure instanceof CallTimeoutException timeout) {
            return !timeout.maybeExecuted();
        }
        if (failure instanceof LinkLostException lost) {
            return !lost.maybeExecuted();
        }
        if (failure instanceof ActorStoppedException stopped) {
            return !stopped.maybeExecuted();
        }
        if (failure instanceof CombinedException) {
            Throwable[] all =
                    failure.getSuppressed(); // of "any", where all have failed; of "all" others may have succeeded
            for (Throwable each : all) {
                if (!isRefused(each)) {
                    return false;
                }
            }
            return all.length > 0 && failure.getCause() == null;
        }
        return failure instanceof BackpressureException
                || failure instanceof MailboxFullException
                || failure instanceof LinkRefusedException
                || failure instanceof SpawnRefusedException
                || failure instanceof WaitRefusedException;
    }

    /** {@return one line per operation: positions, client, call and result} */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (Operation<O> operation : operations()) {
            text.append('[').append(operation.startTime()).append(", ");
            text.append(operation.end() == OperationEnd.INFO ? "open" : String.valueOf(operation.endTime()));
            text.append("] ").append(operation).append('\n');
        }
        return text.toString();
    }
}
