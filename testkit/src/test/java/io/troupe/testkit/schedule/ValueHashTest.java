// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.promise.CompletablePromise;
import io.troupe.dispatch.mailbox.MemoryBudget;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ValueHashTest {
    private record Order(String name, List<String> lines) {}

    private static class Account {
        private int balance;
        private transient int cached;
    }

    private static final class Savings extends Account {
        private final StringBuilder notes = new StringBuilder();
        private Object owner = "Ann";
    }

    /** A value, and what changes it. */
    private static <T> Arguments change(T value, Consumer<T> change) {
        return Arguments.of(value, change);
    }

    @SuppressWarnings("JavaUtilDate") // messages of users have such
    static Stream<Arguments> changes() {
        List<String> backing = new ArrayList<>(List.of("a", "b", "c"));
        return Stream.of(
                change(new int[] {1, 2}, array -> array[1] = 3),
                change(new byte[1000], array -> array[999] = 1),
                change(new double[] {1}, array -> array[0] = 1.5),
                change(new Object[] {"a", new int[1]}, array -> ((int[]) array[1])[0]++),
                change(new ArrayList<>(List.of("a")), list -> list.set(0, "b")),
                change(new ArrayList<>(List.of(1, 2)), Collections::reverse),
                change(new ArrayList<>(), list -> list.add(null)),
                change(new ArrayDeque<>(List.of(1, 2)), ArrayDeque::poll),
                change(new HashSet<>(List.of("a")), set -> set.add("b")),
                change(new HashMap<>(Map.of("a", 1)), map -> map.put("a", 2)),
                change(new LinkedHashMap<>(Map.of(1, new ArrayList<>())), map -> map.get(1)
                        .add("x")),
                change(backing.subList(0, 2), list -> backing.add("d")),
                change(Collections.unmodifiableList(new ArrayList<>(List.of(new long[1]))), list -> list.get(0)[0]--),
                change(Optional.of(new ArrayList<>()), optional -> optional.orElseThrow()
                        .add(1)),
                change(new Order("o", new ArrayList<>()), order -> order.lines().add("x")),
                change(new Account(), account -> account.balance++),
                change(new Savings(), savings -> ((Account) savings).balance++),
                change(new Savings(), savings -> savings.notes.append("!")),
                change(new Savings(), savings -> savings.owner = Duration.ZERO),
                change(new Date(0), date -> date.setTime(-1)),
                change(new StringBuilder("a"), text -> text.setCharAt(0, 'b')),
                change(new BitSet(), bits -> bits.set(7)),
                change(ByteBuffer.allocate(2), buffer -> buffer.put(1, (byte) 1)),
                change(new AtomicLong(1), AtomicLong::incrementAndGet),
                change(new AtomicBoolean(), bit -> bit.set(true)),
                change(new AtomicReference<>("a"), reference -> reference.set("b")),
                change(new ArrayList<Object>(List.of(TimeUnit.DAYS)), list -> list.set(0, TimeUnit.HOURS)),
                change(new ArrayList<Object>(List.of(new UUID(1, 1))), list -> list.set(0, new UUID(1, 2))),
                change(new ArrayList<Object>(List.of(URI.create("a:b"))), list -> list.set(0, URI.create("a:c"))),
                change(new ArrayList<Object>(List.of(BigDecimal.ONE)), list -> list.set(0, BigDecimal.TEN)));
    }

    @ParameterizedTest
    @MethodSource("changes")
    <T> void shouldChangeWithWhatAValueHolds(T value, Consumer<T> change) {
        long before = ValueHash.of(value);
        assertThat(ValueHash.of(value)).as("again").isEqualTo(before);
        change.accept(value);
        assertThat(ValueHash.of(value)).as("changed").isNotEqualTo(before);
    }

    static Stream<Arguments> ownLives() {
        return Stream.of(
                change(new Account(), account -> account.cached++),
                change(new CompletablePromise<>(), promise -> promise.complete("a")),
                change(MemoryBudget.of(9), budget -> budget.reserve(1)), // as links and topics, of the library
                change(new Thread(() -> {}, "a"), thread -> thread.setName("b")),
                change(new ArrayList<Object>(List.of(new Thread(() -> {}))), list -> ((Thread) list.get(0))
                        .setName("b")));
    }

    @ParameterizedTest
    @MethodSource("ownLives")
    <T> void shouldNotLookIntoWhatHasALifeOfItsOwn(T value, Consumer<T> change) {
        long before = ValueHash.of(value);
        change.accept(value);
        assertThat(ValueHash.of(value)).isEqualTo(before);
    }

    @Test
    void shouldNotLookIntoFunctions() {
        List<String> heard = new ArrayList<>();
        Consumer<String> function = heard::add;
        long before = ValueHash.of(function);
        function.accept("a");
        assertThat(ValueHash.of(function)).isEqualTo(before);
    }

    @Test
    void shouldEndWhereValuesHoldEachOther() {
        List<Object> ring = new ArrayList<>();
        ring.add(ring);
        ring.add(new int[1]);
        long before = ValueHash.of(ring);
        ((int[]) ring.get(1))[0] = 1;
        assertThat(ValueHash.of(ring)).isNotEqualTo(before);
    }

    @Test
    void shouldLookAtSoManyValuesAndSoDeepOnly() {
        int[] large = IntStream.range(0, 1_000_000).toArray();
        long before = ValueHash.of(large);
        large[999_999]++;
        assertThat(ValueHash.of(large)).isEqualTo(before);

        Object[] deep = {1};
        Object[] outer = deep;
        for (int i = 0; i < 100_000; i++) {
            outer = new Object[] {outer};
        }
        before = ValueHash.of(outer);
        Arrays.fill(deep, 2);
        assertThat(ValueHash.of(outer)).isEqualTo(before);
    }
}
