// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.value;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/** A component of a record. The common primitive types are written without being boxed. */
abstract class RecordField {
    /** Interned. */
    final String name;

    final TypeSerializer<?> serializer;

    /** From an Object to an Object. */
    final MethodHandle accessor;

    RecordField(String name, TypeSerializer<?> serializer, MethodHandle accessor) {
        this.name = name.intern();
        this.serializer = serializer;
        this.accessor = accessor.asType(MethodType.methodType(Object.class, Object.class));
    }

    /** This component of a record. */
    final @Nullable Object of(Object record) {
        try {
            return (Object) accessor.invokeExact(record);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    /** Writes this component of a record. */
    abstract void write(Object record, ValueWriter out);

    /**
     * For one component.
     *
     * @param type declared
     * @param accessor of the record
     */
    static RecordField of(String name, Class<?> type, TypeSerializer<?> serializer, MethodHandle accessor) {
        if (type == int.class || type == short.class || type == byte.class) {
            return new OfInt(name, serializer, accessor);
        } else if (type == long.class) {
            return new OfLong(name, serializer, accessor);
        } else if (type == double.class || type == float.class) {
            return new OfDouble(name, serializer, accessor);
        } else if (type == boolean.class) {
            return new OfBoolean(name, serializer, accessor);
        }
        return new OfObject(name, serializer, accessor);
    }

    final WireException failed(Throwable e) {
        return WireException.of(e, "an accessor of a record must not throw: component=" + name);
    }

    private static final class OfInt extends RecordField {
        private final MethodHandle typed;

        OfInt(String name, TypeSerializer<?> serializer, MethodHandle accessor) {
            super(name, serializer, accessor);
            this.typed = accessor.asType(MethodType.methodType(int.class, Object.class));
        }

        @Override
        void write(Object record, ValueWriter out) {
            int value;
            try {
                value = (int) typed.invokeExact(record);
            } catch (Throwable e) {
                throw failed(e);
            }
            out.integer(value);
        }
    }

    private static final class OfLong extends RecordField {
        private final MethodHandle typed;

        OfLong(String name, TypeSerializer<?> serializer, MethodHandle accessor) {
            super(name, serializer, accessor);
            this.typed = accessor.asType(MethodType.methodType(long.class, Object.class));
        }

        @Override
        void write(Object record, ValueWriter out) {
            long value;
            try {
                value = (long) typed.invokeExact(record);
            } catch (Throwable e) {
                throw failed(e);
            }
            out.integer(value);
        }
    }

    private static final class OfDouble extends RecordField {
        private final MethodHandle typed;

        OfDouble(String name, TypeSerializer<?> serializer, MethodHandle accessor) {
            super(name, serializer, accessor);
            this.typed = accessor.asType(MethodType.methodType(double.class, Object.class));
        }

        @Override
        void write(Object record, ValueWriter out) {
            double value;
            try {
                value = (double) typed.invokeExact(record);
            } catch (Throwable e) {
                throw failed(e);
            }
            out.real(value);
        }
    }

    private static final class OfBoolean extends RecordField {
        private final MethodHandle typed;

        OfBoolean(String name, TypeSerializer<?> serializer, MethodHandle accessor) {
            super(name, serializer, accessor);
            this.typed = accessor.asType(MethodType.methodType(boolean.class, Object.class));
        }

        @Override
        void write(Object record, ValueWriter out) {
            boolean value;
            try {
                value = (boolean) typed.invokeExact(record);
            } catch (Throwable e) {
                throw failed(e);
            }
            out.bool(value);
        }
    }

    private static final class OfObject extends RecordField {
        OfObject(String name, TypeSerializer<?> serializer, MethodHandle accessor) {
            super(name, serializer, accessor);
        }

        @Override
        void write(Object record, ValueWriter out) {
            serializer.put(of(record), out);
        }
    }
}
