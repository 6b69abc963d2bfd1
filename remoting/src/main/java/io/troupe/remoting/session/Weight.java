// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.message.AskedTell;
import io.troupe.core.message.Call;
import io.troupe.dispatch.cell.Message;
import java.lang.reflect.Array;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * About how many bytes a message takes while it waits, by a look at its arguments: texts and arrays by their length, collections by
 * their size. What lies deeper is learned per method from what its encoding took. Any thread.
 */
final class Weight {
    /** What a small message counts, whatever it weighs. */
    static final int SMALL = 256;

    /** Up to here a message is small. */
    private static final int SMALL_UP_TO = 512;

    private static final int OBJECT = 16;
    private static final int REFERENCE = 8;
    private static final int MOST = 1 << 30;

    /** What is known of a method before anything has been sent. */
    private static final int FIRST_GUESS = 1024;

    /** A method forgets that it had a large argument within some times as many messages. */
    private static final int FORGETTING = 16;

    private static final ClassValue<OfMethod> METHODS = new ClassValue<>() {
        @Override
        protected OfMethod computeValue(Class<?> type) {
            return new OfMethod();
        }
    };

    private Weight() {}

    /** What is known of the messages of one method. */
    private static final class OfMethod {
        /** Of the first message: whether nothing in it has a size of its own. All messages of a method are alike in that. */
        private volatile boolean fixed;

        private volatile boolean known;
        /** Whether something in them can only be weighed by its encoding. */
        private volatile boolean opaque;
        /** Bytes of large ones lately; written on loops without care for each other. */
        private volatile int learned = FIRST_GUESS;

        private void know(Call call) {
            boolean sized = false;
            for (Type type : call.method().parameters()) {
                boolean scalar = type instanceof Class<?> one && isScalar(one);
                sized |= !scalar;
                opaque |= !scalar && !(type instanceof Class<?> one && isPlain(one));
            }
            fixed = !sized;
            known = true;
        }
    }

    private static boolean isScalar(Class<?> type) {
        return type.isPrimitive() || type.isEnum() || (Number.class.isAssignableFrom(type) && type != Number.class);
    }

    private static boolean isPlain(Class<?> type) {
        return type == String.class
                || type == String[].class
                || (type.isArray() && type.getComponentType().isPrimitive());
    }

    /** Of a message that waits to be sent: the same number each time, unless its arguments or what is known has changed. */
    static int of(Message message) {
        if (message instanceof Call call) {
            return of(call);
        }
        return message instanceof SessionMessage own ? own.weight() : SMALL;
    }

    private static int of(Call call) {
        OfMethod method = METHODS.get(typeOf(call));
        if (!method.known) {
            method.know(call);
        }
        if (method.fixed) {
            return SMALL;
        }
        long sum = 0;
        for (Object argument : call.arguments()) {
            sum += of(argument);
        }
        return ofMessage((int) Math.min(MOST, method.opaque ? Math.max(sum, method.learned) : sum));
    }

    /** The class of all messages of one method. */
    private static Class<?> typeOf(Object message) {
        return message instanceof AskedTell asked ? asked.tell().getClass() : message.getClass();
    }

    /** A message of such a method took so many bytes. */
    static void learn(Message message, int bytes) {
        if (message instanceof Call) {
            OfMethod method = METHODS.get(typeOf(message));
            if (method.opaque) {
                int before = method.learned;
                method.learned = bytes >= before ? bytes : before - (before - bytes) / FORGETTING;
            }
        }
    }

    /** Of a message with such contents. */
    static int ofMessage(int contents) {
        int weight = OBJECT + contents;
        return weight <= SMALL_UP_TO ? SMALL : weight;
    }

    /** Of one value: at least what a look at its top tells. */
    static int of(@Nullable Object value) {
        if (value == null) {
            return 0;
        }
        if (value instanceof String text) {
            return OBJECT + text.length();
        }
        if (value instanceof byte[] bytes) {
            return OBJECT + bytes.length;
        }
        if (value instanceof Collection<?> || value instanceof Map<?, ?>) {
            return many(value);
        }
        return value.getClass().isArray() ? array(value) : OBJECT;
    }

    /** What a collection of the application fails with here, it fails with again when it is encoded: then its caller is told. */
    private static int many(Object value) {
        try {
            return value instanceof Collection<?> collection
                    ? times(collection.size(), OBJECT + REFERENCE)
                    : times(((Map<?, ?>) value).size(), 2 * (OBJECT + REFERENCE));
        } catch (RuntimeException | Error e) {
            return OBJECT;
        }
    }

    private static int array(Object array) {
        if (array instanceof String[] texts) {
            long sum = OBJECT;
            for (String text : texts) {
                sum += of(text) + REFERENCE;
            }
            return (int) Math.min(MOST, sum);
        }
        boolean narrow = array instanceof boolean[] || array instanceof short[] || array instanceof char[];
        return times(Array.getLength(array), narrow ? 2 : REFERENCE);
    }

    private static int times(int count, int each) {
        return (int) Math.min(MOST, OBJECT + (long) count * each);
    }
}
