// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import io.troupe.core.promise.Callback;
import io.troupe.core.promise.Promise;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;

/** Types that travel in tests. */
public final class Samples {
    private Samples() {}

    /** A generic type: {@code new TypeOf<List<String>>() {}.type()}. */
    public abstract static class TypeOf<T> {
        public Type type() {
            return ((ParameterizedType) getClass().getGenericSuperclass()).getActualTypeArguments()[0];
        }
    }

    public enum Color {
        RED,
        GREEN {
            @Override
            public String toString() {
                return "a constant with a body";
            }
        }
    }

    public record Order(
            int id,
            int count,
            long time,
            String customer,
            String item,
            List<String> tags,
            Map<String, Map<String, Integer>> stock) {
        public static Order sample() {
            return new Order(
                    7, -3, 1_700_000_000_000L, "Ann", "pencil", List.of("a", "b"), Map.of("north", Map.of("red", 5)));
        }
    }

    public record Numbers(
            boolean truth, byte tiny, short small, char letter, int number, long big, float real, double exact) {}

    public record Boxes(
            Boolean truth,
            Byte tiny,
            Short small,
            Character letter,
            Integer number,
            Long big,
            Float real,
            Double exact) {}

    public record Node(int value, Node next) {}

    public record Page<T>(List<T> rows, T first) {}

    public record Bag(List<Object> things) {}

    @SuppressWarnings("ArrayRecordComponent") // to see that it can travel
    public record Mixed(Optional<String> name, OptionalInt age, UUID id, Instant at, Color color, byte[] bytes) {}

    public record Empty() {}

    public record Positive(int value) {
        public Positive {
            if (value <= 0) {
                throw new IllegalArgumentException("value must be positive: value=" + value);
            }
        }
    }

    public sealed interface Figure permits Circle, Square, Fixed, Rounded {}

    public record Circle(double radius) implements Figure {}

    public record Square(int side) implements Figure {}

    public enum Fixed implements Figure {
        POINT,
        LINE
    }

    public sealed interface Rounded extends Figure permits Blob {}

    public record Blob(Color color) implements Rounded {}

    /** As {@link Figure}, but one subtype poorer. */
    public sealed interface OldFigure permits OldCircle {}

    public record OldCircle(double radius) implements OldFigure {}

    public sealed interface Result<T> permits Ok, Bad {}

    public record Ok<T>(T value) implements Result<T> {}

    public record Bad<T>(String why) implements Result<T> {}

    public record PersonV1(String name, int age) {}

    public record PersonV2(int age, List<String> extra, Optional<String> mail, String name, long visits, Order order) {}

    /** Not a record: needs an adapter. */
    public static final class Money {
        public final long cents;

        public Money(long cents) {
            this.cents = cents;
        }
    }

    public record MoneyRecord(long cents) {}

    /** Could be an actor. */
    public interface Printer {
        void print(String text);

        Promise<Integer> pages();
    }

    public record Job(Printer printer, Promise<String> done, Callback<Integer> progress) {}
}
