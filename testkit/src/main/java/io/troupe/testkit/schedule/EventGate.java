// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

/**
 * Decides over single events of a run, see {@link Simulator#gate}: for traces that hold events back. What it answers must follow
 * from the run alone, or the same seed does not give the same run. For the thread of the simulation.
 */
public interface EventGate {
    /**
     * Whether an event may happen that the strategy has picked. If not, it waits until {@link Simulator#reopen} and is then
     * asked about again; events behind it on its lane wait, too.
     *
     * @param next number and time are those that it would have, its label is not known yet
     * @return whether it may happen now
     */
    boolean mayHappen(SimEvent next);

    /**
     * An event begins.
     *
     * @param event without its label
     */
    void begins(SimEvent event);
}
