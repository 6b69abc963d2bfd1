// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.Actor;
import io.troupe.core.error.CallRefusedException;
import io.troupe.core.error.RemoteFailedException;
import io.troupe.core.promise.Promise;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Everything that can be an argument, a result, or a part of one. */
class ValuesContractTest extends RemotingContract {
    public enum Color {
        RED,
        GREEN
    }

    public record Point(int x, int y) {}

    public sealed interface Figure permits Circle, Square, Nothing {}

    public record Circle(Point center, double radius) implements Figure {}

    public record Square(Point corner, int side) implements Figure {}

    public enum Nothing implements Figure {
        NOTHING
    }

    public record Two<A, B>(A first, B second) {}

    public record Tree(String name, List<Tree> branches) {}

    @SuppressWarnings("ArrayRecordComponent") // that arrays travel in records is the point
    public record Order(
            String id,
            List<Point> points,
            Map<String, List<Integer>> counts,
            Optional<Color> color,
            Figure figure,
            Set<Long> numbers,
            @Nullable String note,
            byte[] raw) {}

    public record Times(Instant instant, Duration duration, LocalDate date, ZonedDateTime zoned) {}

    public record Odds(BigDecimal decimal, BigInteger integer, UUID uuid, URI uri, char letter, float single) {}

    public static class Echo extends Actor<Echo> {
        public Promise<Order> order(Order value) {
            return Promise.of(value);
        }

        public Promise<Times> times(Times value) {
            return Promise.of(value);
        }

        public Promise<Odds> odds(Odds value) {
            return Promise.of(value);
        }

        public Promise<List<Figure>> figures(List<Figure> value) {
            return Promise.of(value);
        }

        public Promise<Map<Color, Two<Point, Optional<String>>>> nested(
                Map<Color, Two<Point, Optional<String>>> value) {
            return Promise.of(value);
        }

        public Promise<Tree> tree(Tree value) {
            return Promise.of(value);
        }

        public Promise<byte[]> bytes(byte[] value) {
            return Promise.of(value);
        }

        public Promise<long[]> longs(long[] value) {
            return Promise.of(value);
        }

        public Promise<String[][]> texts(String[][] value) {
            return Promise.of(value);
        }

        public Promise<String> small(boolean a, byte b, short c, char d) {
            return Promise.of(a + " " + b + " " + c + " " + d);
        }

        public Promise<String> large(int a, long b, float c, double d, Integer e) {
            return Promise.of(a + " " + b + " " + c + " " + d + " " + e);
        }

        public Promise<List<@Nullable String>> nulls(
                @Nullable String text, @Nullable Color color, @Nullable Point point) {
            return Promise.of(Arrays.asList(text, color == null ? null : color.name(), String.valueOf(point)));
        }

        public Promise<@Nullable String> text(@Nullable String value) {
            return Promise.of(value);
        }

        public Promise<Object> any(Object value) {
            return Promise.of(value);
        }

        public Promise<Optional<Point>> maybe(Optional<Point> value) {
            return Promise.of(value);
        }
    }

    private static Echo echo() {
        return pair.remote(Echo.class, pair.there.system.spawn(Echo.class, Echo::new));
    }

    @Test
    void shouldCarryRecordsWithEverythingInThem() {
        Order order = new Order(
                "ü \"7\" \n\u0000 😀",
                List.of(new Point(1, -2), new Point(Integer.MIN_VALUE, Integer.MAX_VALUE)),
                Map.of("a", List.of(1, 2), "", List.of()),
                Optional.of(Color.GREEN),
                new Circle(new Point(0, 0), Math.PI),
                Set.of(Long.MIN_VALUE, 0L, Long.MAX_VALUE),
                null,
                new byte[] {0, -1, 127, -128});
        assertThat(await(echo().order(order))).usingRecursiveComparison().isEqualTo(order);
    }

    @Test
    void shouldRefuseTextsThatAreNoUnicode() {
        assertThatThrownBy(() -> await(echo().text("a\uD83D")))
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("a text must not have half a surrogate pair: index=1, length=2");
        assertThatThrownBy(() -> await(echo().small(true, (byte) 1, (short) 2, '\uDE00')))
                .isInstanceOf(RemoteFailedException.class)
                .hasMessageContaining("a text must not have half a surrogate pair: index=9, length=10");
    }

    @Test
    void shouldCarryTimes() {
        Times times = new Times(
                Instant.parse("2024-02-29T23:59:59.123456789Z"),
                Duration.ofNanos(-1),
                LocalDate.of(-44, 3, 15),
                ZonedDateTime.parse("2024-06-01T12:00:00.5+02:00[Europe/Berlin]"));
        assertThat(await(echo().times(times))).isEqualTo(times);
    }

    @Test
    void shouldCarryNumbersAndTextsOfAllKinds() {
        Odds odds = new Odds(
                new BigDecimal("-1.50"),
                BigInteger.TWO.pow(200),
                new UUID(-1, 1),
                URI.create("tcp://a:1/b?c"),
                'ß',
                Float.MIN_VALUE);
        assertThat(await(echo().odds(odds))).isEqualTo(odds);
    }

    @Test
    void shouldCarryMembersOfSealedTypes() {
        List<Figure> figures =
                List.of(new Square(new Point(1, 2), 3), Nothing.NOTHING, new Circle(new Point(4, 5), -0.0));
        assertThat(await(echo().figures(figures))).isEqualTo(figures);
    }

    @Test
    void shouldCarryGenericRecordsInMaps() {
        Map<Color, Two<Point, Optional<String>>> nested = new LinkedHashMap<>();
        nested.put(Color.RED, new Two<>(new Point(1, 2), Optional.empty()));
        nested.put(Color.GREEN, new Two<>(new Point(3, 4), Optional.of("x")));
        assertThat(await(echo().nested(nested))).isEqualTo(nested);
    }

    @Test
    void shouldCarryRecordsOfTheirOwnType() {
        Tree tree = new Tree("a", List.of(new Tree("b", List.of(new Tree("c", List.of()))), new Tree("d", List.of())));
        assertThat(await(echo().tree(tree))).isEqualTo(tree);
    }

    @Test
    void shouldCarryArrays() {
        byte[] bytes = new byte[100_000];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 31);
        }
        assertThat(await(echo().bytes(bytes))).isEqualTo(bytes);
        assertThat(await(echo().longs(new long[] {Long.MIN_VALUE, 0, 1L << 53, Long.MAX_VALUE})))
                .containsExactly(Long.MIN_VALUE, 0, 1L << 53, Long.MAX_VALUE);
        assertThat(await(echo().texts(new String[][] {{"a", null}, {}})))
                .isDeepEqualTo(new String[][] {{"a", null}, {}});
    }

    @Test
    void shouldCarryPrimitives() {
        assertThat(await(echo().small(true, (byte) -128, Short.MAX_VALUE, 'x'))).isEqualTo("true -128 32767 x");
        assertThat(await(echo().small(false, (byte) 0, (short) 0, '\u0000'))).isEqualTo("false 0 0 \u0000");
        assertThat(await(echo().large(-1, 1L << 60, 0.1f, -0.0, 5))).isEqualTo("-1 1152921504606846976 0.1 -0.0 5");
        assertThat(await(echo().large(0, 0, Float.NaN, Double.NEGATIVE_INFINITY, 0)))
                .isEqualTo("0 0 NaN -Infinity 0");
    }

    @Test
    void shouldCarryNulls() {
        assertThat(await(echo().nulls(null, null, null))).containsExactly(null, null, "null");
        assertThat(await(echo().nulls("", Color.RED, new Point(1, 1)))).containsExactly("", "RED", "Point[x=1, y=1]");
        assertThat(await(echo().text(null))).isNull();
        assertThat(await(echo().text(""))).isEmpty();
    }

    @Test
    void shouldCarryOptionals() {
        assertThat(await(echo().maybe(Optional.empty()))).isEmpty();
        assertThat(await(echo().maybe(Optional.of(new Point(1, 2))))).contains(new Point(1, 2));
    }

    @Test
    void shouldCarryAllowedTypesWhereAnythingIsDeclared() {
        for (Object value : List.of("text", 7, 7L, 7.5, true, new Point(1, 2), Color.RED, List.of(1, "two", 3L))) {
            assertThat(await(echo().any(value))).isEqualTo(value);
        }
    }
}
