// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.value;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Serializers of arrays. Those of bytes are bytes, all others lists. They grow with what is there, not with what is declared. */
final class ArraySerializers {
    private static final int FIRST = 16;

    private ArraySerializers() {}

    /** The serializer of an array type. */
    static TypeSerializer<?> of(Class<?> array, TypeSerializer<?> element) {
        Class<?> type = array.getComponentType();
        if (type == byte.class) {
            return new Bytes();
        } else if (type == int.class) {
            return new Ints();
        } else if (type == long.class) {
            return new Longs();
        } else if (type == double.class) {
            return new Doubles();
        }
        return new Elements(type, element);
    }

    private static void begin(ValueReader in, String expected) {
        ValueKind kind = in.peek();
        if (kind != ValueKind.LIST) {
            throw ScalarSerializers.mismatch("a list", expected, kind);
        }
        in.beginList();
    }

    private static final class Bytes extends TypeSerializer<byte[]> {
        @Override
        protected void write(byte[] value, ValueWriter out) {
            out.bytes(value);
        }

        @Override
        protected byte[] read(ValueReader in) {
            return in.bytes();
        }
    }

    private static final class Ints extends TypeSerializer<int[]> {
        @Override
        protected void write(int[] value, ValueWriter out) {
            out.beginList(value.length);
            for (int each : value) {
                out.integer(each);
            }
            out.endList();
        }

        @Override
        protected int[] read(ValueReader in) {
            begin(in, "int[]");
            int[] result = new int[FIRST];
            int size = 0;
            while (in.more()) {
                if (size == result.length) {
                    result = Arrays.copyOf(result, 2 * size);
                }
                result[size++] = (int) ScalarSerializers.whole(in, "int", Integer.MIN_VALUE, Integer.MAX_VALUE);
            }
            return Arrays.copyOf(result, size);
        }
    }

    private static final class Longs extends TypeSerializer<long[]> {
        @Override
        protected void write(long[] value, ValueWriter out) {
            out.beginList(value.length);
            for (long each : value) {
                out.integer(each);
            }
            out.endList();
        }

        @Override
        protected long[] read(ValueReader in) {
            begin(in, "long[]");
            long[] result = new long[FIRST];
            int size = 0;
            while (in.more()) {
                if (size == result.length) {
                    result = Arrays.copyOf(result, 2 * size);
                }
                result[size++] = ScalarSerializers.whole(in, "long", Long.MIN_VALUE, Long.MAX_VALUE);
            }
            return Arrays.copyOf(result, size);
        }
    }

    private static final class Doubles extends TypeSerializer<double[]> {
        @Override
        protected void write(double[] value, ValueWriter out) {
            out.beginList(value.length);
            for (double each : value) {
                out.real(each);
            }
            out.endList();
        }

        @Override
        protected double[] read(ValueReader in) {
            begin(in, "double[]");
            double[] result = new double[FIRST];
            int size = 0;
            while (in.more()) {
                if (size == result.length) {
                    result = Arrays.copyOf(result, 2 * size);
                }
                result[size++] = in.real();
            }
            return Arrays.copyOf(result, size);
        }
    }

    /** Objects, and the primitive types that are rare in messages. */
    private static final class Elements extends TypeSerializer<Object> {
        private final Class<?> type;
        private final TypeSerializer<?> element;

        Elements(Class<?> type, TypeSerializer<?> element) {
            this.type = type;
            this.element = element;
        }

        @Override
        protected void write(Object value, ValueWriter out) {
            int length = Array.getLength(value);
            out.beginList(length);
            for (int i = 0; i < length; i++) {
                element.put(Array.get(value, i), out);
            }
            out.endList();
        }

        @Override
        protected Object read(ValueReader in) {
            begin(in, type.getSimpleName() + "[]");
            List<@Nullable Object> elements = new ArrayList<>();
            while (in.more()) {
                elements.add(element.take(in));
            }
            Object result = Array.newInstance(type, elements.size());
            for (int i = 0; i < elements.size(); i++) {
                try {
                    Array.set(result, i, elements.get(i));
                } catch (IllegalArgumentException e) {
                    throw new WireException("an element must fit its array: expected=" + type.getTypeName(), e);
                }
            }
            return result;
        }
    }
}
