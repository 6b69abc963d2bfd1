// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Goes through all schedules of a small test, one per run, but for those that differ only in the order of events that do not
 * depend on each other: that have different targets. Source: depth-first search with sleep sets, Godefroid 1996.
 */
final class Exploration {
    private final List<Choice> path = new ArrayList<>();
    private boolean complete;

    /** Whether all that followed in the present run has been seen in another order. */
    private boolean redundant;

    /** One moment of a run at which something was picked. */
    private static final class Choice {
        final List<Step> possible;
        final List<Step> asleep;
        Step chosen;

        Choice(List<Step> possible, List<Step> asleep, Step chosen) {
            this.possible = possible;
            this.asleep = asleep;
            this.chosen = chosen;
        }
    }

    /** An event by its key; target 0 depends on everything. */
    private record Step(long key, long target) {
        boolean dependsOn(Step other) {
            return target == 0 || other.target == 0 || target == other.target;
        }
    }

    /** The chooser of the next run. */
    Chooser next() {
        redundant = false;
        return new Explorer();
    }

    /** A run has ended: goes back to the last moment at which something else could have been picked. */
    void backtrack() {
        while (!path.isEmpty()) {
            Choice last = path.get(path.size() - 1);
            last.asleep.add(last.chosen);
            Step other = firstAwake(last.possible, last.asleep);
            if (other != null) {
                last.chosen = other;
                return;
            }
            path.remove(path.size() - 1);
        }
        complete = true;
    }

    /** Whether the last run was no other schedule than an earlier one. */
    boolean wasRedundant() {
        return redundant;
    }

    /** Whether all has been seen. */
    boolean isComplete() {
        return complete;
    }

    private static @Nullable Step firstAwake(List<Step> possible, List<Step> asleep) {
        for (Step step : possible) {
            if (!asleep.contains(step)) {
                return step;
            }
        }
        return null;
    }

    /** Repeats the path, and then takes what comes first. */
    private final class Explorer extends Chooser {
        private final List<Lane> lanes = new ArrayList<>();
        private List<Step> asleep = new ArrayList<>();
        private int depth;

        @Override
        int size() {
            return lanes.size();
        }

        @Override
        void add(Lane lane) {
            lanes.add(lane);
        }

        @Override
        void remove(Lane lane) {
            lanes.remove(lane);
        }

        @Override
        Lane pick(@Nullable Lane time, long nanos) {
            Step chosen = redundant ? null : choose(time);
            if (chosen == null) {
                redundant = true;
                return lanes.remove(0);
            }
            if (time != null && chosen.key == time.nextKey()) {
                return time;
            }
            for (Lane lane : lanes) {
                if (lane.nextKey() == chosen.key) {
                    lanes.remove(lane);
                    return lane;
                }
            }
            throw new IllegalStateException(
                    "a run must be the same up to its last choice; the test reads time, chance or threads behind the"
                            + " simulation's back: choice=" + depth);
        }

        private @Nullable Step choose(@Nullable Lane time) {
            Choice choice;
            if (depth < path.size()) {
                choice = path.get(depth);
            } else {
                List<Step> possible = possible(time);
                Step first = firstAwake(possible, asleep);
                if (first == null) {
                    return null;
                }
                choice = new Choice(possible, asleep, first);
                path.add(choice);
            }
            depth++;
            Step chosen = choice.chosen;
            List<Step> still = new ArrayList<>();
            for (Step step : choice.asleep) {
                if (!step.dependsOn(chosen)) {
                    still.add(step);
                }
            }
            asleep = still;
            return chosen;
        }

        private List<Step> possible(@Nullable Lane time) {
            List<Step> steps = new ArrayList<>();
            for (Lane lane : lanes) {
                boolean free = lane.content == Lane.Content.ACTIONS;
                steps.add(new Step(lane.nextKey(), free ? 0 : lane.target.key));
            }
            if (time != null) {
                steps.add(new Step(time.nextKey(), 0));
            }
            return steps;
        }

        @Override
        void ran(Lane lane) {
            if (lane.content == Lane.Content.TIME) {
                asleep = new ArrayList<>(); // perhaps without having been picked
            }
        }
    }
}
