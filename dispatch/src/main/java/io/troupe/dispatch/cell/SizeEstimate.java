// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import io.troupe.dispatch.mailbox.Sized;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.Buffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * How many bytes the objects of one class take while they wait in a queue, estimated. Objects that are {@link Sized} say it
 * themselves; texts, arrays and buffers go by their length. For other classes the fields are counted once per class, and what
 * the fields refer to is learned from one object in {@value #SAMPLE_EVERY}, one level deep. Any thread.
 *
 * <p>Reflection is used when a class is seen for the first time and for the samples only. Known race: the countdown to the next
 * sample and the mean are written without an atomic; an update that is lost delays a sample.
 */
public final class SizeEstimate {
    /** What every object counts at least. */
    public static final int LEAST = 40;

    static final int SAMPLE_EVERY = 1024;

    private static final int HEADER = 16;
    private static final int REFERENCE = 4;
    private static final int COLLECTION = 56;
    private static final int ENTRY = 32;

    private static final ClassValue<SizeEstimate> KNOWN = new ClassValue<>() {
        @Override
        protected SizeEstimate computeValue(Class<?> type) {
            return new SizeEstimate(type);
        }
    };

    private enum Shape {
        SIZED,
        TEXT,
        ARRAY,
        BUFFER,
        COLLECTION,
        OBJECT
    }

    private final Class<?> type;
    private final Shape shape;

    /** Of an array: bytes per element. Of an object: header and fields. */
    private final int shallow;

    private final Field[] references;

    /** Of an object without references: what it takes. Otherwise 0. */
    private final int constant;

    private int untilSample;

    /** Mean of what the references lead to. */
    private volatile int contents;

    private SizeEstimate(Class<?> type) {
        this.type = type;
        this.shape = shapeOf(type);
        this.shallow = shape == Shape.ARRAY ? width(type.getComponentType()) : HEADER + widthOfFields(type);
        this.references = shape == Shape.OBJECT ? references(type) : new Field[0];
        this.constant = shape == Shape.OBJECT && references.length == 0 ? atLeast(shallow) : 0;
    }

    /**
     * What is known about a class.
     *
     * @param type of the objects, exactly
     */
    public static SizeEstimate of(Class<?> type) {
        return KNOWN.get(type);
    }

    /**
     * Whether this is about the class of an object, so that {@link #bytes} may be asked.
     *
     * @param object any
     */
    public boolean fits(Object object) {
        return object.getClass() == type;
    }

    /**
     * The bytes that an object takes, {@value #LEAST} or more.
     *
     * @param object of the class that this is about
     */
    public int bytes(Object object) {
        if (constant != 0) {
            return constant;
        }
        return switch (shape) {
            case SIZED -> atLeast(((Sized) object).bytes());
            case OBJECT -> atLeast(shallow + contents(object));
            default -> atLeast(sizeOfPlain(object));
        };
    }

    private int contents(Object object) {
        if (--untilSample < 0) {
            untilSample = SAMPLE_EVERY - 1;
            long sum = 0;
            for (Field field : references) {
                sum += sizeOfField(field, object);
            }
            int before = contents;
            int now = (int) Math.min(sum, Integer.MAX_VALUE / 4);
            contents = before == 0 ? now : before + (now - before) / 4;
        }
        return contents;
    }

    private static long sizeOfField(Field field, Object object) {
        try {
            Object value = field.get(object);
            return value == null || isShared(value) ? 0 : sizeOfPlain(value);
        } catch (IllegalAccessException e) {
            return LEAST;
        }
    }

    /** What costs nothing more for one object more. */
    private static boolean isShared(Object value) {
        return value instanceof Enum<?> || value instanceof Class<?> || value instanceof Thread;
    }

    /** One level deep. */
    private static long sizeOfPlain(Object value) {
        Class<?> of = value.getClass();
        return switch (shapeOf(of)) {
            case TEXT -> LEAST + (long) ((CharSequence) value).length();
            case ARRAY -> HEADER + (long) Array.getLength(value) * width(of.getComponentType());
            case BUFFER -> LEAST + (long) ((Buffer) value).capacity();
            case COLLECTION ->
                COLLECTION
                        + (long) ENTRY
                                * (value instanceof Map<?, ?> map ? 2L * map.size() : ((Collection<?>) value).size());
            case SIZED -> ((Sized) value).bytes();
            case OBJECT -> KNOWN.get(of).shallow;
        };
    }

    private static int atLeast(long bytes) {
        return (int) Math.max(LEAST, Math.min(bytes, Integer.MAX_VALUE / 4));
    }

    private static Shape shapeOf(Class<?> type) {
        if (Sized.class.isAssignableFrom(type)) {
            return Shape.SIZED;
        }
        if (type == String.class || type == StringBuilder.class) {
            return Shape.TEXT;
        }
        if (type.isArray()) {
            return Shape.ARRAY;
        }
        if (Buffer.class.isAssignableFrom(type)) {
            return Shape.BUFFER;
        }
        boolean collects = Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type);
        return collects && type.getClassLoader() == null
                ? Shape.COLLECTION
                : Shape.OBJECT; // code of users is not called
    }

    private static int width(Class<?> component) {
        if (!component.isPrimitive()) {
            return REFERENCE + LEAST;
        }
        if (component == long.class || component == double.class) {
            return Long.BYTES;
        }
        if (component == int.class || component == float.class) {
            return Integer.BYTES;
        }
        return component == short.class || component == char.class ? Short.BYTES : 1;
    }

    private static int widthOfFields(Class<?> type) {
        int bytes = 0;
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (Field field : at.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    bytes += field.getType().isPrimitive() ? width(field.getType()) : REFERENCE;
                }
            }
        }
        return (bytes + 7) / 8 * 8;
    }

    /** Those that can be read; the links of queues are none of them. */
    private static Field[] references(Class<?> type) {
        List<Field> all = new ArrayList<>();
        for (Class<?> at = type; at != null && at != Message.class; at = at.getSuperclass()) {
            for (Field field : at.getDeclaredFields()) {
                if (!field.getType().isPrimitive()
                        && !Modifier.isStatic(field.getModifiers())
                        && field.trySetAccessible()) {
                    all.add(field);
                }
            }
        }
        return all.toArray(Field[]::new);
    }

    @Override
    public String toString() {
        return "SizeEstimate[" + type.getName() + "]";
    }
}
