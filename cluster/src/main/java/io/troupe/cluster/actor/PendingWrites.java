// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.actor;

import io.troupe.cluster.activation.StateHandle;
import io.troupe.cluster.store.Commit;
import io.troupe.cluster.store.StateWrite;
import io.troupe.cluster.store.StoreException;
import io.troupe.cluster.store.StoredState;
import io.troupe.cluster.store.WriteLine;
import io.troupe.core.actor.DeadLetter;
import io.troupe.core.error.BackpressureException;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Call;
import io.troupe.core.message.Outlet;
import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.cell.OutputGate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writes of one object that are not known to be stored, and the gate behind which waits what was sent since. In turns of
 * the actor.
 */
final class PendingWrites {
    private static final Logger LOG = LoggerFactory.getLogger(PendingWrites.class);

    private final StateHandle handle;
    private final OutputGate gate;
    private final Executor executor;
    private final Consumer<RuntimeException> loss;
    private final Deque<Submitted> submitted = new ArrayDeque<>(2);

    /** Of the writes since the state was read. */
    private WriteLine line = new WriteLine();

    /**
     * Nothing is under way.
     *
     * @param handle of the actor
     * @param gate of its cell
     * @param executor of its turns
     * @param loss told why a write was not stored; drops them all, and what is in memory
     */
    PendingWrites(StateHandle handle, OutputGate gate, Executor executor, Consumer<RuntimeException> loss) {
        this.handle = handle;
        this.gate = gate;
        this.executor = executor;
        this.loss = loss;
    }

    /** That of the writes to come; another one once these were dropped. */
    WriteLine line() {
        return line;
    }

    /** Closes the gate for what is sent from now on. */
    long closeGate() {
        return gate.close();
    }

    /** Refuses an update while too many wait. */
    void checkRoom() {
        if (!handle.hasRoom()) {
            throw tooMany();
        }
    }

    private BackpressureException tooMany() {
        return new BackpressureException("updates must not come faster than they can be stored: " + handle.key());
    }

    /**
     * Sends a write on its way. It is told what has become of it in a later turn.
     *
     * @param closing of the gate that ends when it is stored; 0: the gate is closed now
     * @param stored runs then
     * @param dropped gets the failure in its place
     * @throws BackpressureException if too many wait: nothing is written, and nobody is told
     */
    void submit(StateWrite write, long closing, Runnable stored, Consumer<RuntimeException> dropped) {
        WriteLine mine = line;
        if (!handle.write(write, mine, (outcome, cause) -> committed(mine, outcome, cause))) {
            throw tooMany();
        }
        StoredState state = write.state();
        submitted.add(new Submitted(
                state == null ? 0 : state.version(), closing == 0 ? gate.close() : closing, stored, dropped));
    }

    /** On the committing thread. */
    private void committed(WriteLine of, Commit.Outcome outcome, @Nullable StoreException cause) {
        try {
            executor.execute(() -> settle(of, outcome, cause));
        } catch (RejectedExecutionException e) {
            // the actor has ended, and with it the calls that it owed
        }
    }

    private void settle(WriteLine of, Commit.Outcome outcome, @Nullable StoreException cause) {
        if (of != line) {
            return; // it was dropped with those before it
        }
        if (outcome == Commit.Outcome.STORED && !handle.isServed()) {
            lose(notServed(handle, true)); // the gate stays shut: somebody else may have answered since
        } else if (outcome == Commit.Outcome.STORED) {
            Submitted first = submitted.remove();
            gate.open(first.closing);
            first.stored.run();
        } else {
            RuntimeException told = refusal(outcome, cause);
            long lost = handle.lost(submitted.size());
            if (lost > 0) {
                LOG.warn(
                        "what was not stored is dropped, this is told once a minute: {}, updates={}, cause={}",
                        handle.key(),
                        lost,
                        told.getMessage());
            }
            lose(told);
        }
    }

    /** Why an actor does nothing whose member has no lease. */
    static StoreUnavailableException notServed(StateHandle handle, boolean maybeExecuted) {
        return new StoreUnavailableException(
                "a member must have a lease to serve its actors: " + handle.key(), maybeExecuted, null);
    }

    /** Drops all that is not stored, and what is in memory, which is read again. */
    void lose(RuntimeException told) {
        loss.accept(told);
    }

    private RuntimeException refusal(Commit.Outcome outcome, @Nullable StoreException cause) {
        String facts = handle.key() + ", version=" + submitted.element().version;
        return switch (outcome) {
            case REFUSED -> new FencedException("an update must come from the process that owns the actor: " + facts);
            case DROPPED ->
                new StoreUnavailableException("an update must be stored, the store is closing: " + facts, false, null);
            default ->
                new StoreUnavailableException(
                        "an update must be stored: " + facts + ", cause="
                                + (cause == null ? "none" : cause.getMessage()),
                        true,
                        cause);
        };
    }

    /** Fails all that is not stored. The continuations of those promises still run, in turns of this object. */
    void drop(RuntimeException told) {
        line = new WriteLine();
        List<Submitted> dropped = new ArrayList<>(submitted);
        submitted.clear();
        gate.discard(told, (target, message) -> lost(told, target, message));
        dropped.forEach(each -> each.dropped.accept(told));
    }

    private void lost(RuntimeException told, Cell target, Message message) {
        if (message instanceof AskMessage<?> ask) {
            ask.reject(told);
        } else if (message instanceof Call call) {
            String address = target instanceof Outlet outlet ? outlet.address() : "unknown";
            handle.host().deadLetter(new DeadLetter(address, call.method().toString(), DeadLetter.Reason.NOT_STORED));
        }
    }

    /**
     * A write that is not known to be stored.
     *
     * @param version of the state; 0: it has none
     * @param closing of the gate that ends with it
     * @param stored runs then
     * @param dropped gets the failure in its place
     */
    private record Submitted(long version, long closing, Runnable stored, Consumer<RuntimeException> dropped) {}
}
