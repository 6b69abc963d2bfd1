// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.value;

import org.jspecify.annotations.Nullable;

/** Serializers of numbers, truth values, characters and texts. Those of primitive types read null as zero. */
final class ScalarSerializers {
    private ScalarSerializers() {}

    static WireException mismatch(String what, String expected, ValueKind found) {
        return new WireException("a value must be " + what + ": expected=" + expected + ", found=" + found);
    }

    static WireException outOfRange(String expected, Object value) {
        return new WireException("a number must fit its type: expected=" + expected + ", value=" + value);
    }

    /** Reads a whole number that must lie in a range. */
    static long whole(ValueReader in, String expected, long min, long max) {
        ValueKind kind = in.peek();
        if (kind != ValueKind.INTEGER) {
            throw mismatch("a whole number", expected, kind);
        }
        long value = in.integer();
        if (value < min || value > max) {
            throw outOfRange(expected, value);
        }
        return value;
    }

    /** Base of serializers that have a text form too, for the keys of maps. */
    abstract static class MapKey<T> extends TypeSerializer<T> {
        /** As the key of a map. */
        abstract String text(T value);

        /**
         * From the key of a map.
         *
         * @throws RuntimeException if the text means nothing
         */
        abstract T parse(String text);

        /** Whether values can be compared with each other. */
        boolean isComparable() {
            return true;
        }
    }

    static final class Whole<T extends Number> extends MapKey<T> {
        private final String name;
        private final long min;
        private final long max;
        private final From<T> from;
        private final @Nullable T absent;

        Whole(String name, long min, long max, From<T> from, boolean primitive) {
            this.name = name;
            this.min = min;
            this.max = max;
            this.from = from;
            absent = primitive ? from.of(0) : null;
        }

        /** Boxes. */
        interface From<T> {
            T of(long value);
        }

        @Override
        protected void write(T value, ValueWriter out) {
            out.integer(value.longValue());
        }

        @Override
        protected T read(ValueReader in) {
            return from.of(whole(in, name, min, max));
        }

        @Override
        protected @Nullable T absent() {
            return absent;
        }

        @Override
        String text(T value) {
            return Long.toString(value.longValue());
        }

        @Override
        T parse(String text) {
            long value = Long.parseLong(text);
            if (value < min || value > max) {
                throw outOfRange(name, value);
            }
            return from.of(value);
        }
    }

    static final class Bool extends MapKey<Boolean> {
        private final boolean primitive;

        Bool(boolean primitive) {
            this.primitive = primitive;
        }

        @Override
        protected void write(Boolean value, ValueWriter out) {
            out.bool(value);
        }

        @Override
        protected Boolean read(ValueReader in) {
            ValueKind kind = in.peek();
            if (kind != ValueKind.BOOL) {
                throw mismatch("true or false", "boolean", kind);
            }
            return in.bool();
        }

        @Override
        protected @Nullable Boolean absent() {
            return primitive ? Boolean.FALSE : null;
        }

        @Override
        String text(Boolean value) {
            return value.toString();
        }

        @Override
        Boolean parse(String text) {
            if (!text.equals("true") && !text.equals("false")) {
                throw new IllegalArgumentException("true or false");
            }
            return text.equals("true");
        }
    }

    static final class Char extends MapKey<Character> {
        private final @Nullable Character absent;

        Char(boolean primitive) {
            absent = primitive ? (Character) '\0' : null;
        }

        @Override
        protected void write(Character value, ValueWriter out) {
            // a half of a surrogate pair is no text
            if (Character.isSurrogate(value)) {
                out.integer(value);
            } else {
                out.text(String.valueOf(value));
            }
        }

        @Override
        protected Character read(ValueReader in) {
            ValueKind kind = in.peek();
            if (kind == ValueKind.INTEGER) {
                return (char) whole(in, "char", Character.MIN_VALUE, Character.MAX_VALUE);
            }
            if (kind != ValueKind.TEXT) {
                throw mismatch("a text of one character", "char", kind);
            }
            return parse(in.text());
        }

        @Override
        protected @Nullable Character absent() {
            return absent;
        }

        @Override
        String text(Character value) {
            return String.valueOf(value);
        }

        @Override
        Character parse(String text) {
            if (text.length() != 1) {
                throw new WireException("a character must be a text of length 1: length=" + text.length());
            }
            return text.charAt(0);
        }
    }

    static final class DoubleReal extends TypeSerializer<Double> {
        private final @Nullable Double absent;

        DoubleReal(boolean primitive) {
            absent = primitive ? (Double) 0.0 : null;
        }

        @Override
        protected void write(Double value, ValueWriter out) {
            out.real(value);
        }

        @Override
        protected Double read(ValueReader in) {
            return in.real();
        }

        @Override
        protected @Nullable Double absent() {
            return absent;
        }
    }

    static final class FloatReal extends TypeSerializer<Float> {
        private final @Nullable Float absent;

        FloatReal(boolean primitive) {
            absent = primitive ? (Float) 0.0f : null;
        }

        @Override
        protected void write(Float value, ValueWriter out) {
            out.real(value);
        }

        @Override
        protected Float read(ValueReader in) {
            return narrow(in.real());
        }

        static float narrow(double value) {
            float narrow = (float) value;
            if (Float.isInfinite(narrow) && !Double.isInfinite(value)) {
                throw outOfRange("float", value);
            }
            return narrow;
        }

        @Override
        protected @Nullable Float absent() {
            return absent;
        }
    }

    static final class Text extends MapKey<String> {
        @Override
        protected void write(String value, ValueWriter out) {
            out.text(value);
        }

        @Override
        protected String read(ValueReader in) {
            ValueKind kind = in.peek();
            if (kind != ValueKind.TEXT) {
                throw mismatch("a text", "String", kind);
            }
            return in.text();
        }

        @Override
        String text(String value) {
            return value;
        }

        @Override
        String parse(String text) {
            return text;
        }
    }

    /** Always null. */
    static final class Nothing extends TypeSerializer<Void> {
        @Override
        protected void write(Void value, ValueWriter out) {
            out.nothing();
        }

        @Override
        @SuppressWarnings("NullAway") // Void has no other value
        protected Void read(ValueReader in) {
            in.skip();
            return null;
        }
    }
}
