// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

/**
 * One step of a simulated run, after it has run. Its {@link #name} is the same in every run of the same test, as far as the
 * runs agree about what the sender has sent to the target before. Immutable.
 *
 * @param number position in the run, from 0
 * @param nanos simulated time at which it ran, in nanoseconds from the beginning of the run
 * @param kind of step
 * @param source who caused it: the address of an actor, a node, {@code outside} for the test itself; for a turn the actor
 * @param target whom it happens to: the address of an actor or a node; for a turn the actor
 * @param ordinal the how-manieth of this kind from this source to this target it is, from 1
 * @param cause number of the event during which it was made, -1 if the test itself made it
 * @param label what it carries, for people: a method, the name of a timer; may be empty
 */
public record SimEvent(
        long number, long nanos, EventKind kind, String source, String target, long ordinal, long cause, String label) {
    /** {@return kind, source, target and ordinal: {@code arrival a→b #3}, or {@code turn a #2} where both are the same} */
    public String name() {
        return name(kind, source, target, ordinal);
    }

    /**
     * The name of an event.
     *
     * @param kind of step
     * @param source who causes it
     * @param target whom it happens to
     * @param ordinal the how-manieth of this kind from this source to this target, from 1
     * @return the name
     */
    public static String name(EventKind kind, String source, String target, long ordinal) {
        String way = source.equals(target) ? source : source + "→" + target;
        return kind.word() + " " + way + " #" + ordinal;
    }
}
