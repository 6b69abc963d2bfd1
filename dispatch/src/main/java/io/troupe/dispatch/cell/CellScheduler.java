// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import io.troupe.dispatch.balance.Placement;
import io.troupe.dispatch.mailbox.MailboxSpec;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The side of a dispatcher that the modules above use and users do not see: it gives every new cell a home, moves cells, and
 * tells monitors what happens to the workers that run them. All methods may be called by any thread.
 */
public interface CellScheduler {
    /**
     * This side of a dispatcher.
     *
     * @param dispatcher made by {@code Dispatchers}
     * @return the same object
     * @throws IllegalArgumentException if it is something else
     */
    static CellScheduler of(Object dispatcher) {
        if (dispatcher instanceof CellScheduler scheduler) {
            return scheduler;
        }
        throw new IllegalArgumentException(
                "a dispatcher must be one that Dispatchers has made: dispatcher=" + dispatcher);
    }

    /** For messages and thread names. */
    String name();

    /** A home for a new cell, by the dispatcher's choice. */
    CellHome home();

    /**
     * A home on a certain worker.
     *
     * @param worker index from 0; taken modulo the number of workers, so that a hash will do
     */
    CellHome home(int worker);

    /**
     * A home for a new cell that meets the user's demands, as far as this dispatcher can.
     *
     * @param placement what is demanded
     */
    default CellHome home(Placement placement) {
        if (placement.isPinned()) {
            return home(placement.worker());
        }
        String key = placement.together();
        return key == null ? home() : home(key.hashCode());
    }

    /**
     * The home of all cells here if it has no threads: whoever waits for a cell runs turns meanwhile, by {@link
     * CellHome#drive}.
     *
     * @return null if it has threads, as nearly all have
     */
    default @Nullable CellHome drivenHome() {
        return null;
    }

    /**
     * Makes the mailbox of a new cell. A simulation has mailboxes of its own, which messages reach some time after they
     * were sent.
     *
     * @param spec which kind
     * @param displaced gets the messages that a policy removes; runs on the offering thread
     * @return null for the inbox that is built into every cell
     */
    default @Nullable Mailbox mailbox(MailboxSpec spec, Consumer<Message> displaced) {
        return Mailbox.of(spec, displaced);
    }

    /**
     * Keeps to the user's demands from now on; only the adaptive dispatcher moves cells in order to. Before the cell's
     * first message.
     *
     * @param cell of this dispatcher, whose home is from {@link #home(Placement)}
     * @param placement what is demanded
     */
    default void keep(Cell cell, Placement placement) {}

    /**
     * Moves a cell to another worker; no effect where there are no workers. Safe at any time.
     *
     * @param cell of this dispatcher
     * @param worker index from 0
     * @throws IllegalArgumentException if there is no such worker
     */
    void migrate(Cell cell, int worker);

    /**
     * Adds somebody who is told about stuck workers, failed turns and the end. No effect if it is there already.
     *
     * @param monitor called on the watchdog's or a worker's thread; must be quick
     */
    void monitor(WorkerMonitor monitor);

    /**
     * Tells it nothing any more. No effect if it is not there.
     *
     * @param monitor given to {@link #monitor}
     */
    void forget(WorkerMonitor monitor);
}
