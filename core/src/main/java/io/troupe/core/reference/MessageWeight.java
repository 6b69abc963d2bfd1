// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.reference;

import io.troupe.core.continuation.ActorObject;
import io.troupe.dispatch.mailbox.Sized;
import org.jspecify.annotations.Nullable;

/**
 * How many bytes messages take while they wait, for bounds of memory. What is known from the types of the parameters is written into the
 * message class: its own size, and the lengths of texts and arrays. Other objects count {@value #GUESS} bytes; for few messages they
 * are weighed. For the writer of messages; what these call is in {@link ReferenceSupport}.
 */
final class MessageWeight {
    /** What a message counts for all objects of unknown size together. Small, so that few messages have to be weighed. */
    static final int GUESS = 256;

    private static final int TELL = 24;
    private static final int ASK = 128;

    private MessageWeight() {}

    /** The message without what it refers to. */
    static int ofItself(MessageMethod method) {
        int bytes = 0;
        for (Class<?> type : method.method().getParameterTypes()) {
            bytes += type == long.class || type == double.class ? Long.BYTES : Integer.BYTES;
        }
        return (method.isAsk() ? ASK : TELL) + (bytes + 3) / 8 * 8; // four bytes are free in a message
    }

    /** The parameter of {@link ReferenceSupport#weigh} for parameters of a type; null: there is none. */
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
}
