// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import java.util.Random;
import java.util.concurrent.Executor;

/**
 * A dispatcher without threads for tests and simulations: the caller runs the turns, of one message each at most. With a
 * seed it picks the next actor by chance, reproducibly; without a seed it takes actors in the order in which they became
 * ready. Any thread may send; one thread at a time runs turns. After {@link #close} no turn runs, while tasks of {@link
 * #executor} still do.
 */
public sealed interface ManualDispatcher extends Dispatcher permits ManualScheduler {
    /** {@return a dispatcher that runs turns and tasks in the order in which they became ready} */
    static ManualDispatcher inOrder() {
        return new ManualScheduler("manual", null);
    }

    /**
     * A dispatcher that picks among the ready turns and tasks by chance.
     *
     * @param seed any number; the same seed gives the same choices
     * @return a dispatcher whose name ends with the seed
     */
    static ManualDispatcher seeded(long seed) {
        return new ManualScheduler("manual-" + seed, new Random(seed));
    }

    /**
     * Makes a dispatcher for one more system whose turns are steps of this one, too: so one thread runs several systems, in
     * one order. To close it ends the actors of that system only.
     *
     * @param name of the new dispatcher, for messages
     * @return a dispatcher with the same turns, tasks and choices
     */
    ManualDispatcher share(String name);

    /**
     * Runs one turn (the waiting callbacks and one message), or one task given to {@link #executor()}. What a turn throws
     * goes to the actor's supervision or the system's listener; what a task throws goes to the caller.
     *
     * @return whether there was something to run
     */
    boolean runNext();

    /**
     * Runs turns and tasks until nothing is ready, those included that become ready meanwhile.
     *
     * @return number of turns and tasks run, 0 or more
     * @throws IllegalStateException after ten million turns: the actors keep each other busy for ever
     */
    int runAll();

    /** {@return the number of turns and tasks run so far; for the thread that runs them} */
    long steps();

    /** {@return the number of actors and tasks that are ready; any thread} */
    int ready();

    /** {@return an executor whose tasks run by the same steps as turns do; any thread may submit} */
    Executor executor();
}
