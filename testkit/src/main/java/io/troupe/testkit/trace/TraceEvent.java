// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.trace;

import io.troupe.testkit.schedule.EventKind;
import io.troupe.testkit.schedule.SimEvent;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One event of a traced run. Its {@link #name} is that of the same event in a simulated run. The objects that it carries are those
 * of the program, not copies. Immutable apart from them.
 *
 * @param origin name of the trace that has recorded it, see {@link Trace#named}
 * @param step what happened
 * @param causeOrigin name of the trace that has recorded its cause; usually the origin itself
 * @param arguments of the call that it is about, primitives boxed; the value or failure of an answer; the fact of a note. Null
 *     if they are not known, as in events that were read from a file
 * @param clock with a component per actor
 */
public record TraceEvent(
        String origin,
        SimEvent step,
        String causeOrigin,
        @Nullable List<@Nullable Object> arguments,
        VectorClock clock) {

    /**
     * Copies the arguments.
     *
     * @param origin not null
     * @param step not null
     * @param causeOrigin not null
     * @param arguments null if they are not known
     * @param clock not null
     */
    public TraceEvent {
        Objects.requireNonNull(step, "step");
        if (arguments != null) {
            arguments = Collections.unmodifiableList(Arrays.asList(arguments.toArray()));
        }
    }

    /** {@return what kind of step it is} */
    public EventKind kind() {
        return step.kind();
    }

    /** {@return the address of who has caused it} */
    public String source() {
        return step.source();
    }

    /** {@return the address of whom it happens to} */
    public String target() {
        return step.target();
    }

    /** {@return what it carries, for people: {@code Store.load(5)}} */
    public String label() {
        return step.label();
    }

    /** {@return its name, which is the same in every run: {@code arrival a→b #3}} */
    public String name() {
        return step.name();
    }

    /**
     * Whether it could have influenced another event: by a message, an answer, or as an earlier event of the same actor.
     *
     * @param other of the same trace, or of logs that were read together
     * @return false, too, if the two are concurrent
     */
    public boolean happensBefore(TraceEvent other) {
        return !isSame(other) && clock.at(place()) <= other.clock.at(place());
    }

    private boolean isSame(TraceEvent other) {
        return step.number() == other.step.number() && origin.equals(other.origin);
    }

    /**
     * Whether one place sends something to another one: a call, or the answer to a call.
     *
     * @param from name or address of the sender, or of its node
     * @param to name or address of the receiver, or of its node
     * @return whether it is of kind {@link EventKind#SEND} or {@link EventKind#ANSWER} and both places fit
     */
    public boolean link(String from, String to) {
        return (kind() == EventKind.SEND || kind() == EventKind.ANSWER) && fits(source(), from) && fits(target(), to);
    }

    /**
     * Whether a call reaches the mailbox of its target.
     *
     * @param from name or address of the sender, or of its node
     * @param to name or address of the receiver, or of its node
     * @return whether it is of kind {@link EventKind#ARRIVAL} and both places fit
     */
    public boolean arrival(String from, String to) {
        return kind() == EventKind.ARRIVAL && fits(source(), from) && fits(target(), to);
    }

    /**
     * Whether an actor runs: begins with a call or a continuation, sees a timer, or notes a fact.
     *
     * @param place name or address of the actor, or of its node
     * @return whether it is of kind {@link EventKind#TURN}, {@link EventKind#TIME} or {@link EventKind#NOTE} and the place fits
     */
    public boolean at(String place) {
        return (kind() == EventKind.TURN || kind() == EventKind.TIME || kind() == EventKind.NOTE)
                && fits(target(), place);
    }

    private static boolean fits(String address, String name) {
        if (address.equals(name)) {
            return true;
        }
        String path = address.substring(address.indexOf("://") < 0 ? 0 : address.indexOf("://") + 3);
        int slash = path.indexOf('/');
        String node = slash < 0 ? path : path.substring(0, slash);
        return path.equals(name) || node.equals(name) || path.endsWith("/" + name);
    }

    /** The component of clocks that it counts in. */
    String place() {
        return place(origin, step);
    }

    static String place(String origin, SimEvent step) {
        return origin + "|" + (step.kind() == EventKind.SEND ? step.source() : step.target());
    }

    @Override
    public String toString() {
        return step.label().isEmpty() ? name() : name() + ": " + step.label();
    }
}
