// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balance;

import java.util.Locale;
import java.util.function.Function;

/**
 * A decision of the balancer of an adaptive dispatcher, with its reason and the numbers it rested on; listeners of a system
 * get those that were carried out. Loads are in workers: 1 is the capacity of one worker, a load above 1 is a demand that has
 * to wait. Immutable.
 *
 * @param <C> how a cell is named; for listeners by the address of its actor
 */
public sealed interface Decision<C> {
    /** {@return the reason of the decision} */
    DecisionReason reason();

    /**
     * The same decision with another name for the cell.
     *
     * @param <D> how a cell is named then
     * @param naming gives the name for a cell; called once for a {@link Move}, else not at all
     * @return a copy with the name
     */
    <D> Decision<D> named(Function<? super C, ? extends D> naming);

    /**
     * The start of a further worker.
     *
     * @param <C> how a cell is named
     * @param worker index of the worker, from 0
     * @param reason OVERLOAD, PLACEMENT or WAITING
     * @param load of the busiest worker; for PLACEMENT of all workers together, for WAITING always 1
     * @param gain expected, in workers; 0 while too little is known to tell
     */
    record Start<C>(int worker, DecisionReason reason, double load, double gain) implements Decision<C> {
        @Override
        public <D> Decision<D> named(Function<? super C, ? extends D> naming) {
            return new Start<>(worker, reason, load, gain);
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT, "start worker %d: %s, load %.2f, gain %.2f", worker, lower(reason), load, gain);
        }
    }

    /**
     * The end of a worker; the actors that lived there move out.
     *
     * @param <C> how a cell is named
     * @param worker index of the worker, from 0
     * @param reason UNDERLOAD or TRIAL
     * @param load of all workers together
     */
    record Stop<C>(int worker, DecisionReason reason, double load) implements Decision<C> {
        @Override
        public <D> Decision<D> named(Function<? super C, ? extends D> naming) {
            return new Stop<>(worker, reason, load);
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "stop worker %d: %s, load of all %.2f", worker, lower(reason), load);
        }
    }

    /**
     * The opening of a worker's backlog: idle workers may take actors from it until the next regular decision, a window
     * later, as there is no time to find out which actors to move. The balancer decides it anew for as long as it is
     * needed; early decisions in between end nothing.
     *
     * @param <C> how a cell is named
     * @param worker index of the worker, from 0
     * @param reason OVERLOAD
     * @param load of the worker; 0 of a worker that starts with the same decisions
     */
    record Share<C>(int worker, DecisionReason reason, double load) implements Decision<C> {
        @Override
        public <D> Decision<D> named(Function<? super C, ? extends D> naming) {
            return new Share<>(worker, reason, load);
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "share worker %d: %s, load %.2f", worker, lower(reason), load);
        }
    }

    /**
     * The move of a cell to another home.
     *
     * @param <C> how a cell is named
     * @param cell that moves
     * @param from index of its worker so far, from 0
     * @param to index of its next worker, from 0
     * @param reason any but WAITING
     * @param load of the cell
     * @param fromLoad load of the old worker before the move
     * @param toLoad load of the new worker before the move
     * @param hopsSaved messages per second that no longer go from worker to worker; negative if more of them do
     * @param gain of the whole plan that the move belongs to, in workers; 0 for a move back after a trial
     */
    record Move<C>(
            C cell,
            int from,
            int to,
            DecisionReason reason,
            double load,
            double fromLoad,
            double toLoad,
            double hopsSaved,
            double gain)
            implements Decision<C> {
        @Override
        public <D> Decision<D> named(Function<? super C, ? extends D> naming) {
            return new Move<>(naming.apply(cell), from, to, reason, load, fromLoad, toLoad, hopsSaved, gain);
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "move %s from worker %d to %d: %s, load %.3f, workers %.2f and %.2f, hops %+.0f/s, gain %.2f",
                    cell,
                    from,
                    to,
                    lower(reason),
                    load,
                    fromLoad,
                    toLoad,
                    -hopsSaved,
                    gain);
        }
    }

    private static String lower(DecisionReason reason) {
        return reason.name().toLowerCase(Locale.ROOT);
    }
}
