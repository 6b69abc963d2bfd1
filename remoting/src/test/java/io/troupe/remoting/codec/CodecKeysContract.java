// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.remoting.codec.Samples.Square;
import io.troupe.remoting.codec.Samples.TypeOf;
import io.troupe.remoting.value.WireException;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who chooses the keys of sets and maps cannot choose how much work it is to decode them. Counts calls, not time. */
abstract class CodecKeysContract extends CodecFixture {
    /** About 345 KB in the textual encoding. */
    private static final int MANY = 15_000;

    private static final int NESTED = 20;

    private static final AtomicLong CALLS = new AtomicLong();

    /** Counts how often it is looked at. */
    public record Counted(int number) {
        @Override
        public boolean equals(Object other) {
            CALLS.incrementAndGet();
            return other instanceof Counted that && number == that.number;
        }

        @Override
        public int hashCode() {
            CALLS.incrementAndGet();
            return Integer.hashCode(number);
        }
    }

    /** A record as the language makes it: all with the same sum of numbers have the same hash code. */
    public record Pair(Counted first, Counted second) {
        static Pair colliding(int number) {
            return new Pair(new Counted(number), new Counted(-31 * number));
        }
    }

    /** Its equality is its own affair. */
    public record Own(int number) {
        @Override
        public boolean equals(Object other) {
            CALLS.incrementAndGet();
            return other instanceof Own that && number == that.number;
        }

        @Override
        public int hashCode() {
            return 42;
        }
    }

    @BeforeEach
    void countFromZero() {
        CALLS.set(0);
    }

    private static List<Pair> pairs(int count) {
        List<Pair> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(Pair.colliding(i));
        }
        return all;
    }

    private void assertLinear(int keys) {
        assertThat(CALLS.get()).isLessThan(40L * keys);
    }

    /** Written as a list of the same look: the sender does not have to build what the receiver builds. */
    @Test
    void shouldDecodeSetsOfCollidingRecordsInLinearTime() {
        List<Pair> sent = pairs(MANY);

        Set<?> back = (Set<?>) trip(type(new TypeOf<List<Pair>>() {}), sent, type(new TypeOf<Set<Pair>>() {}));

        assertLinear(MANY);
        assertThat(new ArrayList<Object>(back)).isEqualTo(sent);
        assertThat(back.contains(Pair.colliding(77))).isTrue();
        assertThat(back.contains(Pair.colliding(-1))).isFalse();
        assertInStep();
    }

    @Test
    void shouldDecodeMapsWithCollidingKeysInLinearTime() {
        List<List<Object>> pairs = new ArrayList<>();
        pairs(MANY / 2).forEach(pair -> pairs.add(List.of(pair, pair.first().number())));
        theirs.register(Pair.class);
        ours.register(Pair.class);

        Map<?, ?> back = (Map<?, ?>)
                trip(type(new TypeOf<List<List<Object>>>() {}), pairs, type(new TypeOf<Map<Pair, Integer>>() {}));

        assertLinear(MANY / 2);
        assertThat(back).hasSize(MANY / 2);
        assertThat(back.get(Pair.colliding(77))).isEqualTo(77);
        assertThat(back.get(Pair.colliding(-1))).isNull();
    }

    @Test
    void shouldDecodeNestedSetsOfCollidingRecordsInLinearTime() {
        List<List<Pair>> sent = new ArrayList<>();
        for (int i = 0; i < NESTED; i++) {
            sent.add(pairs(MANY / NESTED));
        }

        List<?> back =
                (List<?>) trip(type(new TypeOf<List<List<Pair>>>() {}), sent, type(new TypeOf<List<Set<Pair>>>() {}));

        assertLinear(MANY);
        assertThat(back).hasSize(NESTED);
    }

    /** Sets that are equal in all but one of many places, and have the same hash code. */
    @Test
    void shouldDecodeSetsOfCollidingSetsInLinearTime() {
        List<List<Pair>> sent = new ArrayList<>();
        int each = 100;
        for (int i = 0; i < MANY / each; i++) {
            List<Pair> inner = pairs(each);
            inner.set(each - 1, Pair.colliding(each + i));
            sent.add(inner);
        }

        Set<?> back =
                (Set<?>) trip(type(new TypeOf<List<List<Pair>>>() {}), sent, type(new TypeOf<Set<Set<Pair>>>() {}));

        assertLinear(MANY);
        assertThat(back).hasSize(MANY / each);
    }

    @Test
    void shouldRefuseManyKeysThatOnlyTheirOwnEqualsTellsApart() {
        List<Own> sent = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            sent.add(new Own(i));
        }
        Frame frame = pass(frame(type(new TypeOf<List<Own>>() {}), sent));

        assertThatThrownBy(() -> read(frame, type(new TypeOf<Set<Own>>() {})))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("must differ in their hash codes")
                .hasMessageContaining(Own.class.getName());
        assertLinear(MANY);
        assertInStep();
    }

    @Test
    void shouldTakeAFewKeysOfThatKind() {
        Set<Own> sent = new HashSet<>();
        for (int i = 0; i < 90; i++) {
            sent.add(new Own(i));
        }

        assertThat(trip(type(new TypeOf<Set<Own>>() {}), sent)).isEqualTo(sent);
    }

    @Test
    void shouldMakeOrdinarySetsAndMapsOfOrdinaryKeys() {
        Set<Square> squares = new LinkedHashSet<>();
        Map<List<Integer>, String> names = new LinkedHashMap<>();
        for (int i = 0; i < 1000; i++) {
            squares.add(new Square(i));
            names.put(List.of(i, i), "name");
        }

        assertThat(trip(type(new TypeOf<Set<Square>>() {}), squares))
                .isEqualTo(squares)
                .hasSameClassAs(squares);
        assertThat(trip(type(new TypeOf<Map<List<Integer>, String>>() {}), names))
                .isEqualTo(names)
                .hasSameClassAs(names);
    }

    /** The points of a grid collide by the dozen, and nobody has meant any harm. */
    @Test
    @SuppressWarnings("unchecked")
    void shouldMakeSetsOfHonestCollisionsThatCanBeUsedLikeOthers() {
        Set<List<Integer>> grid = new HashSet<>();
        Map<List<Integer>, Integer> heights = new HashMap<>();
        for (int x = 0; x < 100; x++) {
            for (int y = 0; y < 100; y++) {
                grid.add(List.of(x, y));
                heights.put(List.of(x, y), x * y);
            }
        }

        Set<List<Integer>> back = (Set<List<Integer>>) trip(type(new TypeOf<Set<List<Integer>>>() {}), grid);
        Map<List<Integer>, Integer> map =
                (Map<List<Integer>, Integer>) trip(type(new TypeOf<Map<List<Integer>, Integer>>() {}), heights);

        assertThat(back).isEqualTo(grid).hasSameHashCodeAs(grid);
        assertThat(grid).isEqualTo(back);
        assertThat(back.add(List.of(5, 5))).isFalse();
        assertThat(back.add(List.of(-5, 5))).isTrue();
        assertThat(back.remove(List.of(-5, 5))).isTrue();
        assertThat(back.removeIf(point -> point.get(0) > 0)).isTrue();
        assertThat(back).hasSize(100).contains(List.of(0, 99));
        back.clear();
        assertThat(back).isEmpty();
        assertThat(map).isEqualTo(heights).hasSameHashCodeAs(heights);
        assertThat(map.put(List.of(2, 3), 7)).isEqualTo(6);
        assertThat(map.remove(List.of(2, 3))).isEqualTo(7);
        assertThat(map.remove(List.of(2, 3))).isNull();
        map.entrySet().iterator().next().setValue(-1);
        assertThat(map).containsValue(-1);
        assertThat(((Collection<?>) map.keySet()).remove(List.of(9, 9))).isTrue();
        assertThat(map).hasSize(9998);
    }

    private static Type type(TypeOf<?> type) {
        return type.type();
    }
}
