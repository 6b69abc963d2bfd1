// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.trace;

import io.troupe.testkit.schedule.EventKind;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a test expects of the next event of a stream. Methods of actors are named {@code load} or {@code Store.load}; arguments
 * are compared by {@code equals}, and left out they may be any. Immutable.
 */
public final class EventPattern {
    private final String text;
    private final Predicate<TraceEvent> test;

    private EventPattern(String text, Predicate<TraceEvent> test) {
        this.text = text;
        this.test = test;
    }

    /**
     * A call leaves its sender.
     *
     * @param method that is called
     * @param arguments all of them, or none if they may be any
     * @return the pattern
     */
    public static EventPattern sent(String method, @Nullable Object... arguments) {
        return call(EventKind.SEND, "sent", method, arguments);
    }

    /**
     * A call reaches the mailbox of its target.
     *
     * @param method that is called
     * @param arguments all of them, or none if they may be any
     * @return the pattern
     */
    public static EventPattern arrived(String method, @Nullable Object... arguments) {
        return call(EventKind.ARRIVAL, "arrived", method, arguments);
    }

    /**
     * An actor begins with a call.
     *
     * @param method that is called
     * @param arguments all of them, or none if they may be any
     * @return the pattern
     */
    public static EventPattern turn(String method, @Nullable Object... arguments) {
        return call(EventKind.TURN, "turn", method, arguments);
    }

    /**
     * An ask is answered with a value.
     *
     * @param value that is expected
     * @return the pattern
     */
    public static EventPattern answered(@Nullable Object value) {
        return new EventPattern(
                "answered " + EventText.show(value),
                event -> event.kind() == EventKind.ANSWER
                        && holds(event, List.of(EventText.show(value)), Arrays.asList(value)));
    }

    /**
     * An ask fails.
     *
     * @param failure class of what its caller gets
     * @return the pattern
     */
    public static EventPattern failed(Class<? extends Throwable> failure) {
        return new EventPattern("failed " + failure.getSimpleName(), event -> {
            List<@Nullable Object> outcome = event.arguments();
            return event.kind() == EventKind.ANSWER
                    && (outcome == null
                            ? event.label().startsWith(failure.getSimpleName())
                            : failure.isInstance(outcome.get(0)));
        });
    }

    /**
     * A timer of an actor has fired.
     *
     * @param name of the timer; empty for one without a name
     * @return the pattern
     */
    public static EventPattern timer(String name) {
        Objects.requireNonNull(name, "name");
        return new EventPattern(
                "timer " + name,
                event -> event.kind() == EventKind.TIME && event.label().equals(name));
    }

    /**
     * A link has come up.
     *
     * @param peer name of the other side
     * @return the pattern
     */
    public static EventPattern linkUp(String peer) {
        return link("up", peer);
    }

    /**
     * A link has ended.
     *
     * @param peer name of the other side
     * @return the pattern
     */
    public static EventPattern linkDown(String peer) {
        return link("down", peer);
    }

    /**
     * The program has noted a fact by {@link Trace#event}.
     *
     * @param fact that is expected
     * @return the pattern
     */
    public static EventPattern noted(Object fact) {
        return new EventPattern(
                "noted " + EventText.show(fact),
                event -> event.kind() == EventKind.NOTE && holds(event, List.of(EventText.show(fact)), List.of(fact)));
    }

    /** {@return a pattern that every event meets} */
    public static EventPattern any() {
        return new EventPattern("any event", event -> true);
    }

    /**
     * Something else.
     *
     * @param description for the error
     * @param test of the event; quick and without effects
     * @return the pattern
     */
    public static EventPattern that(String description, Predicate<? super TraceEvent> test) {
        Objects.requireNonNull(test, "test");
        return new EventPattern(Objects.requireNonNull(description, "description"), test::test);
    }

    private static EventPattern link(String state, String peer) {
        return new EventPattern(
                "link " + state + " " + peer,
                event -> event.kind() == EventKind.LINK
                        && event.label().equals(state)
                        && event.target().equals(peer));
    }

    private static EventPattern call(EventKind kind, String word, String method, @Nullable Object[] arguments) {
        List<@Nullable Object> wanted = Arrays.asList(arguments.clone());
        List<String> shown = wanted.stream().map(EventText::show).toList();
        String text = word + " " + method
                + (wanted.isEmpty() ? "" : shown.stream().collect(Collectors.joining(", ", "(", ")")));
        return new EventPattern(
                text,
                event -> event.kind() == kind
                        && isMethod(event.label(), method)
                        && (wanted.isEmpty() || holds(event, shown, wanted)));
    }

    private static boolean isMethod(String label, String method) {
        int end = label.indexOf('(');
        String called = end < 0 ? label : label.substring(0, end);
        return called.equals(method) || called.endsWith("." + method);
    }

    /** By the objects themselves, or by their texts where only these were kept. */
    private static boolean holds(TraceEvent event, List<String> shown, List<@Nullable Object> wanted) {
        List<@Nullable Object> known = event.arguments();
        if (known != null) {
            return Arrays.deepEquals(known.toArray(), wanted.toArray());
        }
        String texts = String.join(", ", shown);
        return event.label().equals(texts) || event.label().endsWith("(" + texts + ")");
    }

    boolean matches(TraceEvent event) {
        return test.test(event);
    }

    @Override
    public String toString() {
        return text;
    }
}
