// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.value;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Serializers of the optional types: null, or the value. */
final class OptionalSerializers {
    private OptionalSerializers() {}

    /** An Optional. */
    static final class OfValue extends TypeSerializer<Optional<?>> {
        private final TypeSerializer<?> value;

        /** Of the serializer of its value. */
        OfValue(TypeSerializer<?> value) {
            this.value = value;
        }

        @Override
        protected void write(Optional<?> optional, ValueWriter out) {
            Object held = optional.orElse(null);
            if (held != null && isEmpty(held)) {
                throw new WireException(
                        "an optional must not hold an empty one, both would arrive as null: value=" + optional);
            }
            value.put(held, out);
        }

        private boolean isEmpty(Object held) {
            Object empty = value.missing();
            return empty != null && empty.equals(held); // in this order, so that no equals of users is called
        }

        @Override
        protected Optional<?> read(ValueReader in) {
            return Optional.ofNullable(value.take(in));
        }

        @Override
        protected Optional<?> absent() {
            return Optional.empty();
        }
    }

    static final class OfInt extends TypeSerializer<OptionalInt> {
        @Override
        protected void write(OptionalInt optional, ValueWriter out) {
            if (optional.isPresent()) {
                out.integer(optional.getAsInt());
            } else {
                out.nothing();
            }
        }

        @Override
        protected OptionalInt read(ValueReader in) {
            return OptionalInt.of((int) ScalarSerializers.whole(in, "int", Integer.MIN_VALUE, Integer.MAX_VALUE));
        }

        @Override
        protected OptionalInt absent() {
            return OptionalInt.empty();
        }
    }

    static final class OfLong extends TypeSerializer<OptionalLong> {
        @Override
        protected void write(OptionalLong optional, ValueWriter out) {
            if (optional.isPresent()) {
                out.integer(optional.getAsLong());
            } else {
                out.nothing();
            }
        }

        @Override
        protected OptionalLong read(ValueReader in) {
            return OptionalLong.of(ScalarSerializers.whole(in, "long", Long.MIN_VALUE, Long.MAX_VALUE));
        }

        @Override
        protected OptionalLong absent() {
            return OptionalLong.empty();
        }
    }

    static final class OfDouble extends TypeSerializer<OptionalDouble> {
        @Override
        protected void write(OptionalDouble optional, ValueWriter out) {
            if (optional.isPresent()) {
                out.real(optional.getAsDouble());
            } else {
                out.nothing();
            }
        }

        @Override
        protected OptionalDouble read(ValueReader in) {
            return OptionalDouble.of(in.real());
        }

        @Override
        protected OptionalDouble absent() {
            return OptionalDouble.empty();
        }
    }
}
