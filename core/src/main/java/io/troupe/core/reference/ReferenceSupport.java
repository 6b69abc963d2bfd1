// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.reference;

import io.troupe.core.continuation.ActorObject;
import io.troupe.core.continuation.ActorObjects;
import io.troupe.core.continuation.CallbackCell;
import io.troupe.core.continuation.DevelopmentChecks;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.Reference;
import io.troupe.dispatch.cell.CellThread;
import org.jspecify.annotations.Nullable;

/** What generated references call. Runs on the caller's thread. Not for users. */
public final class ReferenceSupport {
    private ReferenceSupport() {}

    /**
     * What is sent in place of an argument: the reference for an actor's own object, everything else as it is. Looks at
     * the argument itself, not into arrays, collections and other objects.
     *
     * @param value the argument
     * @param type of the parameter
     * @throws IllegalStateException if the argument is an actor that was not made by spawn
     * @throws IllegalArgumentException if the parameter has the class of an actor that is used through an interface, or,
     *     if development checks are on, if the argument holds an actor's own object
     */
    public static @Nullable Object argument(@Nullable Object value, Class<?> type) {
        if (DevelopmentChecks.ON) {
            DevelopmentChecks.refuseInArgument(value);
        }
        if (value instanceof ActorObject) {
            return fitting(ActorObjects.export(value), type);
        }
        if (value != null && CellThread.currentCell() instanceof CallbackCell running && running.receiver() == value) {
            return fitting(running.reference(), type);
        }
        return value;
    }

    /**
     * Checks an argument that cannot be an actor but may hold one. Called only if development checks are on.
     *
     * @param value the argument
     * @return the same
     * @throws IllegalArgumentException if it holds an actor's own object
     */
    public static @Nullable Object checked(@Nullable Object value) {
        DevelopmentChecks.refuseInArgument(value);
        return value;
    }

    /**
     * {@link #argument} for the elements of a variable argument.
     *
     * @param values the array, which is not changed
     */
    public static @Nullable Object @Nullable [] elements(@Nullable Object @Nullable [] values) {
        if (values == null) {
            return null;
        }
        Object[] sent = values;
        for (int i = 0; i < values.length; i++) {
            Object value = argument(values[i], values.getClass().getComponentType());
            if (value != values[i]) {
                sent = sent == values ? values.clone() : sent;
                sent[i] = value;
            }
        }
        return sent;
    }

    private static Object fitting(Object reference, Class<?> type) {
        if (type.isInstance(reference)) {
            return reference;
        }
        throw new IllegalArgumentException("an actor leaves as its reference, which must fit the parameter: parameter="
                + type.getName() + ", reference=" + reference
                + "; declare the parameter with the interface that was spawned");
    }

    /**
     * Whether the other object is a reference to the same target.
     *
     * @param outlet of a reference
     * @param other any object
     */
    public static boolean sameTarget(Outlet outlet, @Nullable Object other) {
        return other instanceof Reference reference
                && reference.troupe$outlet().identity().equals(outlet.identity());
    }

    /**
     * Hash code of a reference.
     *
     * @param outlet of the reference
     */
    public static int hash(Outlet outlet) {
        return outlet.identity().hashCode();
    }

    /**
     * Text of a reference, as in {@code Counter[troupe://system/counter-1]}.
     *
     * @param type simple name of the actor type
     * @param outlet of the reference
     */
    public static String text(String type, Outlet outlet) {
        return type + "[" + outlet.address() + "]";
    }

    /**
     * For calls on a reference that would run on the empty object.
     *
     * @param method name and parameters
     */
    public static IllegalStateException notAMessage(String method) {
        return new IllegalStateException(
                "not a message: method=" + method + "; make it public or call it inside the actor");
    }

    /**
     * For a message that does not exist.
     *
     * @param method wrong index
     */
    public static IndexOutOfBoundsException noSuchMethod(int method) {
        return new IndexOutOfBoundsException("method index must be one of the type's methods: index=" + method);
    }
}
