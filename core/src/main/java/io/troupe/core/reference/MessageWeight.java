// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.reference;

import io.troupe.core.continuation.ActorObject;
import io.troupe.core.message.Reference;
import io.troupe.dispatch.cell.SizeEstimate;
import io.troupe.dispatch.mailbox.Sized;
import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;

/**
 * How many bytes messages take while they wait, for bounds of memory. What is known from the types of the parameters is written into the
 * message class: its own size, and the lengths of texts and arrays. Other objects count {@value #GUESS} bytes; for few messages they
 * are weighed. Generated messages call it. Not for users.
 */
public final class MessageWeight {
    /** What a message counts for all objects of unknown size together. Small, so that few messages have to be weighed. */
    static final int GUESS = 256;

    private static final int TELL = 24;
    private static final int ASK = 128;
    private static final int HEADER = 16;
    private static final int REFERENCE = 4;
    /** What is refered to by an element of an array of objects. */
    private static final int ELEMENT = 40;
    /** So that the sum of all arguments is a number. */
    private static final int MOST = 1 << 27;

    private MessageWeight() {}

    /** The message without what it refers to. */
    static int ofItself(MessageMethod method) {
        int bytes = 0;
        for (Class<?> type : method.method().getParameterTypes()) {
            bytes += type == long.class || type == double.class ? Long.BYTES : Integer.BYTES;
        }
        return (method.isAsk() ? ASK : TELL) + (bytes + 3) / 8 * 8; // four bytes are free in a message
    }

    /** The parameter of {@link #plus} for parameters of a type; null: there is none. */
    static @Nullable Class<?> measuredAs(Class<?> type) {
        if (type == String.class || type == byte[].class) {
            return type;
        }
        if (type.isArray()) {
            return type.getComponentType().isPrimitive() ? Object.class : Object[].class;
        }
        return Sized.class.isAssignableFrom(type) ? Sized.class : null;
    }

    /** Whether an argument of a type may take more than a few bytes. */
    static boolean mayBeLarge(Class<?> type) {
        return !type.isPrimitive()
                && !type.isEnum()
                && !ActorObject.class.isAssignableFrom(type)
                && !(Number.class.isAssignableFrom(type) && type.getName().startsWith("java.lang."))
                && type != Boolean.class
                && type != Character.class
                && type != Class.class;
    }

    /** The sum with a text. */
    public static int plus(int weight, @Nullable String text) {
        return text == null ? weight : limited(weight, SizeEstimate.LEAST + (long) text.length());
    }

    /** The sum with an array. */
    public static int plus(int weight, byte @Nullable [] bytes) {
        return bytes == null ? weight : limited(weight, HEADER + (long) bytes.length);
    }

    /** The sum with an array of objects. */
    public static int plus(int weight, @Nullable Object @Nullable [] elements) {
        return elements == null ? weight : limited(weight, HEADER + (long) elements.length * (REFERENCE + ELEMENT));
    }

    /** The sum with an array of numbers. */
    public static int plus(int weight, @Nullable Object numbers) {
        return numbers == null ? weight : limited(weight, HEADER + (long) Array.getLength(numbers) * Long.BYTES);
    }

    /** The sum with an object that knows its size. */
    public static int plus(int weight, @Nullable Sized sized) {
        return sized == null ? weight : limited(weight, sized.bytes());
    }

    /** What a message takes with its arguments. */
    public static long exact(int weight, @Nullable Object[] arguments) {
        long sum = weight;
        for (Object argument : arguments) {
            if (argument != null && !(argument instanceof Reference)) {
                sum += SizeEstimate.exactBytes(argument);
            }
        }
        return sum;
    }

    private static int limited(int weight, long more) {
        return weight + (int) Math.max(0, Math.min(more, MOST));
    }
}
