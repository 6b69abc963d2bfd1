// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * What may happen next in a simulated run. Parts of a simulation (networks, disks, faults) add events; the strategy of the
 * run picks one at a time. Events of one lane (the same kind, source and target) run in the order in which they were added;
 * there is no other order. For the thread of the simulation only.
 */
public interface Agenda {
    /**
     * Adds an event that may run at once.
     *
     * @param kind of step
     * @param source who causes it, for its name
     * @param target whom it happens to, for its name
     * @param label what it carries, for people; may be empty
     * @param action the step; what it throws ends the run as a failure
     */
    void add(EventKind kind, String source, String target, String label, Runnable action);

    /**
     * Adds an event that may run once the clock has reached a time. Those behind it on its lane wait for it.
     *
     * @param nanos simulated time, see {@link #nanos}
     * @param kind of step
     * @param source who causes it, for its name
     * @param target whom it happens to, for its name
     * @param label what it carries, for people; may be empty
     * @param action the step; what it throws ends the run as a failure
     */
    void addAt(long nanos, EventKind kind, String source, String target, String label, Runnable action);

    /** {@return simulated nanoseconds since the run began} */
    long nanos();

    /**
     * A source of chance of its own, so that one more draw for one purpose does not change the others.
     *
     * @param purpose names it: {@code network}, {@code n1/disk}; the same name gives the same source
     * @return the source, seeded by the run's seed and the name
     */
    RandomGenerator random(String purpose);

    /**
     * Whether a step happens that a run can do without: a fault, an operation of a client, one more node. It does, but when a
     * failing run is made small, fewer and fewer do. Whoever leaves a step out goes on with the next one.
     *
     * @param step names what is done, the same for one kind of step at one place: {@code crash n1}
     * @return whether to do it; always true unless a failing run is made small
     */
    default boolean takes(String step) {
        return true;
    }

    /**
     * Keeps events from running until {@link #resume}, those too that are added later.
     *
     * @param place addresses of sources and targets that stand still, such as all of a node
     * @return for resume
     */
    Object pause(Predicate<String> place);

    /**
     * Lets events run again.
     *
     * @param pause what {@link #pause} has returned
     */
    void resume(Object pause);

    /**
     * Forgets events that have not run, as a crash does.
     *
     * @param place addresses of sources and targets whose events vanish
     * @return how many there were, 0 or more
     */
    int drop(Predicate<String> place);
}
