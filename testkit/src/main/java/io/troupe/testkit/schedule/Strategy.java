// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

/**
 * How a run picks what happens next among all that is possible. Each strategy finds other faults; {@link Portfolio} takes them
 * in turns and is the default. Immutable; its text, with the seed, says all that a run depends on.
 */
public sealed interface Strategy {
    /** Picks any event with the same probability. Finds shallow races, and time-outs that fire too early. */
    record Walk() implements Strategy {
        @Override
        public String toString() {
            return "walk";
        }
    }

    /**
     * Lets each message take a random time with a heavy tail.
     *
     * @param alpha of the Pareto distribution, more than 0; the smaller, the longer are the longest times
     */
    record Latencies(double alpha) implements Strategy {
        /**
         * Checks the range.
         *
         * @param alpha more than 0
         * @throws IllegalArgumentException if it is not
         */
        public Latencies {
            if (!(alpha > 0)) {
                throw new IllegalArgumentException("alpha must be more than 0: alpha=" + alpha);
            }
        }

        @Override
        public String toString() {
            return "latencies(" + alpha + ")";
        }
    }

    /**
     * Lets each pair of sender and target, and each actor, be as slow as chance decides for the whole run, with a heavy tail.
     *
     * @param alpha of the Pareto distribution, more than 0; the smaller, the slower are the slowest
     */
    record SlowLanes(double alpha) implements Strategy {
        /**
         * Checks the range.
         *
         * @param alpha more than 0
         * @throws IllegalArgumentException if it is not
         */
        public SlowLanes {
            if (!(alpha > 0)) {
                throw new IllegalArgumentException("alpha must be more than 0: alpha=" + alpha);
            }
        }

        @Override
        public String toString() {
            return "slow-lanes(" + alpha + ")";
        }
    }

    /**
     * Gives each pair of sender and target a random priority, and changes a few priorities on the way (PCT). Finds faults that
     * need one message to stay behind many others.
     *
     * @param depth number of orderings that a fault needs, at least 1
     * @param length events that a run is expected to have, at least 1
     */
    record Priorities(int depth, long length) implements Strategy {
        /**
         * Checks the ranges.
         *
         * @param depth at least 1
         * @param length at least 1
         * @throws IllegalArgumentException if one is less
         */
        public Priorities {
            if (depth < 1 || length < 1) {
                throw new IllegalArgumentException(
                        "depth and length must be at least 1: depth=" + depth + ", length=" + length);
            }
        }

        @Override
        public String toString() {
            return "priorities(" + depth + "," + length + ")";
        }
    }

    /** Gives each event a random priority, and a new one when another event with the same target has happened (POS). */
    record PartialOrder() implements Strategy {
        @Override
        public String toString() {
            return "partial-order";
        }
    }

    /** Lets events happen in the order in which they became possible, and time pass when nothing else is possible: fair. */
    record FirstCome() implements Strategy {
        @Override
        public String toString() {
            return "first-come";
        }
    }

    /**
     * Gives an actor its turn as soon as there is something to do for it. Runs have half as many choices then, so that rare orders
     * of messages are found sooner.
     *
     * @param others picks among all other events
     */
    record PromptTurns(Strategy others) implements Strategy {
        @Override
        public String toString() {
            return "prompt-" + others;
        }
    }

    /**
     * Goes through all schedules that differ, one per run, as {@link Schedules} does; a single run is one in order of becoming
     * possible.
     */
    record Exhaustive() implements Strategy {
        @Override
        public String toString() {
            return "exhaustive";
        }
    }

    /** {@return the strategy that takes the others in turns} */
    static Portfolio portfolio() {
        return new Portfolio(0);
    }

    /**
     * Takes the other strategies in turns: which one, and with which settings, is a matter of the seed.
     *
     * @param length events that a run is expected to have; 0: it is guessed for each run
     */
    record Portfolio(long length) implements Strategy {
        /** Beginnings of the ranges from which settings are drawn. */
        private static final int SHORTEST = 16;

        private static final int DOUBLINGS = 8;
        private static final int[] DEPTHS = {1, 1, 2, 3};
        private static final double[] ALPHAS = {2, 1, 0.5};

        /**
         * Checks the range.
         *
         * @param length 0 or more
         * @throws IllegalArgumentException if it is negative
         */
        public Portfolio {
            if (length < 0) {
                throw new IllegalArgumentException("length must be 0 or more: length=" + length);
            }
        }

        /**
         * The strategy of one run.
         *
         * @param seed of the run
         * @return never a portfolio
         */
        public Strategy of(long seed) {
            Chance chance = Chance.of(seed, "portfolio");
            return switch (chance.below(16)) {
                case 0, 1, 2 -> new Walk();
                case 3, 4 -> new PromptTurns(new Walk());
                case 5, 6 -> new PartialOrder();
                case 7, 8 -> new PromptTurns(new PartialOrder());
                case 9 -> priorities(chance);
                case 10, 11, 12 -> new PromptTurns(priorities(chance));
                case 13 -> new PromptTurns(new SlowLanes(0.25));
                case 14 -> new Latencies(ALPHAS[chance.below(ALPHAS.length)]);
                default -> new PromptTurns(new Latencies(0.5));
            };
        }

        private Priorities priorities(Chance chance) {
            int depth = DEPTHS[chance.below(DEPTHS.length)];
            return new Priorities(depth, length > 0 ? length : (long) SHORTEST << chance.below(DOUBLINGS));
        }

        @Override
        public String toString() {
            return length == 0 ? "portfolio" : "portfolio(" + length + ")";
        }
    }
}
