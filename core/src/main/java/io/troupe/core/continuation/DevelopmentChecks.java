// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import java.lang.StackWalker.StackFrame;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Checks for mistakes that the library sees but cannot mend: an actor's own object inside of an argument or a result, or
 * used in the turn of another actor. On by default where assertions are enabled; the system property {@code
 * troupe.checks} with {@code on} or {@code off} decides otherwise. Read once. Any thread.
 */
public final class DevelopmentChecks {
    /** Whether checks are made. A constant, so that code behind it costs nothing when they are off. */
    public static final boolean ON =
            isOn(System.getProperty("troupe.checks"), DevelopmentChecks.class.desiredAssertionStatus());

    private static final StackWalker WALKER = StackWalker.getInstance();

    /** Code between the mistake and here, and what calls an actor. */
    private static final List<String> OWN_CODE = List.of(
            "io.troupe.core.actor.",
            "io.troupe.core.call.",
            "io.troupe.core.cell.",
            "io.troupe.core.continuation.",
            "io.troupe.core.group.",
            "io.troupe.core.host.",
            "io.troupe.core.message.",
            "io.troupe.core.promise.",
            "io.troupe.core.reference.",
            "io.troupe.dispatch.");

    /** Elements of a collection that are looked at. */
    private static final int MOST_ELEMENTS = 1_000;

    /** Fields of records and lambdas that may hold an actor and can be read. */
    private static final ClassValue<List<Field>> CAPTURED = new ClassValue<>() {
        @Override
        protected List<Field> computeValue(Class<?> type) {
            return type.isRecord() || (type.isHidden() && type.isSynthetic()) ? readable(type) : List.of();
        }
    };

    private DevelopmentChecks() {}

    static boolean isOn(@Nullable String property, boolean assertions) {
        if (property == null) {
            return assertions;
        }
        return switch (property) {
            case "on" -> true;
            case "off" -> false;
            default ->
                throw new IllegalArgumentException(
                        "troupe.checks must be on or off: troupe.checks=" + property + "; correct the property");
        };
    }

    /**
     * Checks an argument of a call, on the caller's thread.
     *
     * @param value the argument
     * @throws IllegalArgumentException if an array, collection, map, optional, record or lambda holds an actor's own object
     */
    public static void refuseInArgument(@Nullable Object value) {
        Object leaked = leakIn(value, receiver());
        if (leaked != null && value != null) {
            throw new IllegalArgumentException("an argument must not hold an actor itself: actor="
                    + leaked.getClass().getName() + ", in=" + value.getClass().getName() + ", calledFrom=" + callSite()
                    + "; put self() there instead, for a lambda by a local variable");
        }
    }

    /**
     * Checks the outcome of a call, when the actor's method has returned or its promise settles.
     *
     * @param outcome of the call
     * @param receiver the actor's own object, or null
     * @param method that was called, for the text
     * @return the outcome, or a failure if an array, collection, map, optional, record or lambda holds an actor's own object
     */
    public static Object refuseInResult(Object outcome, @Nullable Object receiver, Object method) {
        if (OutcomeCodec.causeOf(outcome) != null) {
            return outcome;
        }
        Object value = OutcomeCodec.<@Nullable Object>valueOf(outcome);
        Object leaked = leakIn(value, receiver);
        return leaked == null || value == null
                ? outcome
                : OutcomeCodec.failure(new IllegalStateException("a result must not hold an actor itself: actor="
                        + leaked.getClass().getName() + ", in="
                        + value.getClass().getName() + ", method=" + method
                        + "; put self() there instead, for a lambda by a local variable"));
    }

    /**
     * Checks that an actor's own object is not used in a turn of another actor.
     *
     * @param actor the object
     * @throws IllegalStateException if the calling thread runs the turn of another actor
     */
    public static void refuseForeignTurn(Object actor) {
        Object running = receiver();
        if (running != null && running != actor) {
            throw new IllegalStateException("an actor must be used in its own turns only: actor="
                    + actor.getClass().getName() + ", usedBy="
                    + running.getClass().getName() + ", calledFrom="
                    + callSite() + "; pass its reference, which self() gives in its own turns");
        }
    }

    /** The object whose turn the calling thread runs; null outside of turns and while one is being made. */
    private static @Nullable Object receiver() {
        CallbackCell cell = CallbackCell.current();
        return cell == null ? null : cell.receiver();
    }

    private static @Nullable Object leakIn(@Nullable Object value, @Nullable Object receiver) {
        Collection<?> parts = parts(value);
        if (parts.isEmpty()) {
            return null; // without an iterator: this is nearly every argument
        }
        for (Object part : parts) {
            if (part != null && (part == receiver || isRaw(part))) {
                return part;
            }
        }
        return null;
    }

    private static boolean isRaw(Object part) {
        if (!(part instanceof ActorObject actor)) {
            return false;
        }
        try {
            return actor.reference() != actor;
        } catch (IllegalStateException e) {
            return true; // an actor that spawn has not made
        }
    }

    /** What is one level inside, as far as it can be seen without running code of the user. */
    private static Collection<?> parts(@Nullable Object value) {
        if (value == null || value instanceof String) {
            return List.of();
        }
        if (value instanceof Object[] array) {
            return Arrays.asList(array);
        }
        if (value instanceof Optional<?> optional) {
            return optional.isPresent() ? List.of(optional.get()) : List.of();
        }
        if (value instanceof Collection<?> || value instanceof Map<?, ?>) {
            return value.getClass().getClassLoader() == null ? elements(value) : List.of();
        }
        List<Field> fields = CAPTURED.get(value.getClass());
        if (fields.isEmpty()) {
            return List.of();
        }
        List<Object> captured = new ArrayList<>();
        fields.forEach(field -> captured.add(read(field, value)));
        return captured;
    }

    private static Collection<?> elements(Object value) {
        List<Object> elements = new ArrayList<>();
        try {
            if (value instanceof Collection<?> collection) {
                collection.stream().limit(MOST_ELEMENTS).forEach(elements::add);
            } else if (value instanceof Map<?, ?> map) {
                map.entrySet().stream().limit(MOST_ELEMENTS).forEach(entry -> {
                    elements.add(entry.getKey());
                    elements.add(entry.getValue());
                });
            }
        } catch (ConcurrentModificationException e) {
            return elements; // another thread changes it: a mistake of another kind, and the rest cannot be seen
        }
        return elements;
    }

    private static List<Field> readable(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        for (Field field : type.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers())
                    && !field.getType().isPrimitive()
                    && field.trySetAccessible()) {
                fields.add(field);
            }
        }
        return List.copyOf(fields);
    }

    private static @Nullable Object read(Field field, Object owner) {
        try {
            return field.get(owner);
        } catch (IllegalAccessException e) {
            throw new AssertionError("a field that was made accessible", e);
        }
    }

    /** The first frame outside of this library. Only for errors: a walk takes a microsecond. */
    private static String callSite() {
        return WALKER.walk(
                        frames -> frames.filter(at -> !isOwn(at.getClassName())).findFirst())
                .map(StackFrame::toString)
                .orElse("unknown");
    }

    private static boolean isOwn(String className) {
        return className.contains("$$Troupe") || OWN_CODE.stream().anyMatch(className::startsWith);
    }
}
