// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balance;

import java.util.Locale;
import java.util.function.Function;

/**
 * Something that the balancer of an adaptive dispatcher has decided, with its reason and the numbers it rested on. Loads are
 * in workers: 1 is what one worker can do; a load above 1 is a demand that has to wait.
 *
 * @param <C> what is placed
 */
public sealed interface Decision<C> {
    /** Why. */
    DecisionReason reason();

    /**
     * The same decision with another name for the cell.
     *
     * @param naming of cells
     */
    <D> Decision<D> named(Function<? super C, ? extends D> naming);

    /**
     * A further worker begins.
     *
     * @param worker its index
     * @param reason why
     * @param load of the busiest worker
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
     * A worker ends; what lived there moves out.
     *
     * @param worker its index
     * @param reason why
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
     * Until the next regular decision, a window later, idle workers may take from this one's backlog: there is no time to
     * find out what to move. It is decided anew for as long as it is needed; early decisions in between end nothing.
     *
     * @param worker its index
     * @param reason why
     * @param load of the worker
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
     * A cell gets another home.
     *
     * @param cell which
     * @param from index of its worker
     * @param to index of its next worker
     * @param reason why
     * @param load of the cell
     * @param fromLoad of the old worker before
     * @param toLoad of the new worker before
     * @param hopsSaved messages per second that no longer go from worker to worker; negative: more of them do
     * @param gain of the whole plan that the move belongs to, in workers
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
