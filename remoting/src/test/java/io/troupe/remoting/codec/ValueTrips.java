// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import io.troupe.remoting.codec.Samples.*;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.*;
import java.util.*;
import java.util.stream.Stream;

/** Values of all types that travel, with what they become. */
final class ValueTrips {
    private ValueTrips() {}

    record Trip(Type type, Object value, Object expected) {
        @Override
        public String toString() {
            String text = type.getTypeName() + " " + (value instanceof Object[] all ? Arrays.toString(all) : value);
            return text.length() < 100 ? text : text.substring(0, 100) + "…";
        }
    }

    static Stream<Trip> all() {
        List<Trip> all = new ArrayList<>();
        scalars(all);
        texts(all);
        times(all);
        arrays(all);
        collections(all);
        records(all);
        open(all);
        return all.stream();
    }

    private static void add(List<Trip> all, Type type, Object... values) {
        for (Object value : values) {
            all.add(new Trip(type, value, value));
        }
    }

    private static void scalars(List<Trip> all) {
        add(all, boolean.class, true, false);
        add(all, Boolean.class, true, null);
        add(all, byte.class, Byte.MIN_VALUE, Byte.MAX_VALUE);
        add(all, short.class, Short.MIN_VALUE, Short.MAX_VALUE);
        add(all, char.class, 'x', '\0', '☂', '\uD800', '"');
        add(all, int.class, 0, 1, -1, 31, 32, 127, 128, -31, -32, -33, Integer.MIN_VALUE, Integer.MAX_VALUE);
        add(all, Integer.class, 5, null);
        add(all, long.class, 0L, 1L << 53, (1L << 53) + 1, Long.MIN_VALUE, Long.MAX_VALUE);
        add(all, float.class, 0f, -0f, 0.1f, Float.MIN_VALUE, Float.MAX_VALUE, Float.NaN, Float.NEGATIVE_INFINITY);
        add(all, double.class, 0.0, -0.0, 1.0, 0.1, 1e300, Double.MIN_VALUE, Double.MAX_VALUE, Double.NaN);
        add(all, Double.class, Double.POSITIVE_INFINITY, null);
        all.add(new Trip(int.class, null, 0));
        all.add(new Trip(double.class, null, 0.0));
        add(all, Void.class, (Object) null);
        add(all, BigInteger.class, BigInteger.ZERO, BigInteger.TWO.pow(1000).negate());
        add(all, BigDecimal.class, new BigDecimal("1.10"), new BigDecimal("-1E+1000"));
        add(all, BigDecimal.class, scaled(1, Integer.MIN_VALUE), scaled(-1234567890, -Integer.MAX_VALUE));
        add(all, BigDecimal.class, scaled(0, Integer.MIN_VALUE), scaled(1234567890, Integer.MAX_VALUE));
    }

    private static void texts(List<Trip> all) {
        add(all, String.class, "", "x", "äöü", "☂", "😀 and \uD83D\uDE00", "\0\u0001\u007F\u0080\uFFFF", "@type", null);
        add(all, String.class, "x".repeat(31), "x".repeat(32), "ä".repeat(31), "x".repeat(64), "x".repeat(65));
        add(all, String.class, "x".repeat(100_000), "☂".repeat(100_000), "\"\\\n".repeat(100));
        add(all, Color.class, Color.RED, Color.GREEN, null);
        add(all, UUID.class, new UUID(1, 2));
        add(all, URI.class, URI.create("tcp://host:1/x?y#z"));
        add(all, Locale.class, Locale.ROOT, Locale.CANADA_FRENCH, Locale.forLanguageTag("zh-Hant-TW-u-ca-roc"));
        add(all, Locale.class, new Locale("ja", "JP", "JP"), new Locale("de", "DE", "POSIX"), new Locale("", "DE"));
        // no language tag leads back to these
        add(
                all,
                Locale.class,
                new Locale("no", "NO", "NY"),
                new Locale("es", "ES", "Traditional_WIN"),
                new Locale("x"));
    }

    private static void times(List<Trip> all) {
        add(
                all,
                Instant.class,
                Instant.EPOCH,
                Instant.MIN,
                Instant.MAX,
                Instant.parse("2026-01-02T03:04:05.000000006Z"));
        add(all, Duration.class, Duration.ZERO, Duration.ofNanos(-1), Duration.ofSeconds(Long.MIN_VALUE, 0));
        add(all, LocalDate.class, LocalDate.MIN, LocalDate.MAX, LocalDate.of(2026, 2, 28));
        add(all, LocalTime.class, LocalTime.MIDNIGHT, LocalTime.MAX);
        add(all, LocalDateTime.class, LocalDateTime.of(2026, 1, 2, 3, 4));
        add(all, OffsetTime.class, OffsetTime.MAX);
        add(all, OffsetDateTime.class, OffsetDateTime.of(2026, 1, 2, 3, 4, 5, 6, ZoneOffset.ofHours(-3)));
        add(all, ZonedDateTime.class, ZonedDateTime.of(2026, 1, 2, 3, 4, 5, 6, ZoneId.of("Europe/Vienna")));
        add(all, ZoneId.class, ZoneId.of("Europe/Vienna"), ZoneOffset.UTC);
        add(all, Period.class, Period.of(1, -2, 3));
        add(all, Year.class, Year.of(2026), Year.of(-5), Year.of(12345));
        add(all, YearMonth.class, YearMonth.of(2026, 1), YearMonth.of(12345, 1), YearMonth.of(-5, 1));
        add(all, DayOfWeek.class, DayOfWeek.MONDAY);
    }

    private static void arrays(List<Trip> all) {
        add(all, byte[].class, new byte[0], new byte[] {1, -1, 0}, new byte[10_000]);
        add(all, int[].class, new int[0], new int[] {1, Integer.MIN_VALUE}, new int[100]);
        add(all, long[].class, new long[0], new long[] {1, Long.MIN_VALUE}, new long[100]);
        add(all, double[].class, new double[0], new double[] {1, Double.NaN}, new double[100]);
        add(all, boolean[].class, (Object) new boolean[] {true, false});
        add(all, char[].class, (Object) new char[] {'a', 'ü'});
        add(all, float[].class, (Object) new float[] {1, 0.1f});
        add(all, short[].class, (Object) new short[] {1, -1});
        add(all, String[].class, (Object) new String[] {"a", null, ""});
        add(all, int[][].class, (Object) new int[][] {{1}, {}, null});
        add(all, new TypeOf<List<String>[]>() {}.type(), (Object) new List<?>[] {List.of("a"), null});
    }

    @SuppressWarnings("JdkObsolete") // a list without random access
    private static void collections(List<Trip> all) {
        add(all, new TypeOf<List<String>>() {}.type(), list(), list("a", null, "b"), null);
        add(all, new TypeOf<List<? extends List<Integer>>>() {}.type(), list(list(1, 2), list(), null));
        add(all, new TypeOf<List<Integer>>() {}.type(), list(new Object[200]));
        add(all, new TypeOf<Collection<Integer>>() {}.type(), list(1, 2));
        all.add(new Trip(
                new TypeOf<Iterable<Integer>>() {}.type(), (Iterable<Object>) () -> list(1).iterator(), list(1)));
        all.add(new Trip(new TypeOf<List<Integer>>() {}.type(), new LinkedList<>(list(1, 2)), list(1, 2)));
        add(all, new TypeOf<Set<Color>>() {}.type(), new LinkedHashSet<>(list(Color.GREEN, Color.RED)));
        add(all, new TypeOf<SortedSet<String>>() {}.type(), new TreeSet<>(List.of("b", "a")));
        add(all, new TypeOf<NavigableSet<Long>>() {}.type(), new TreeSet<>(List.of(2L, 1L)));
        all.add(new Trip(new TypeOf<Map<String, Integer>>() {}.type(), Map.of("a", 1), map("a", 1)));
        add(all, new TypeOf<Map<String, Integer>>() {}.type(), map("@type", 1, "", 2, "@@x", null));
        add(all, new TypeOf<Map<Color, List<Long>>>() {}.type(), map(Color.GREEN, list(5L), Color.RED, list()));
        add(all, new TypeOf<Map<Integer, UUID>>() {}.type(), map(-5, new UUID(1, 2)));
        add(all, new TypeOf<Map<UUID, Boolean>>() {}.type(), map(new UUID(3, 4), true));
        add(all, new TypeOf<Map<Square, String>>() {}.type(), map(new Square(1), "one", new Square(2), null));
        add(all, new TypeOf<Map<Double, Double>>() {}.type(), map(1.5, 2.5));
        add(all, new TypeOf<SortedMap<Long, String>>() {}.type(), new TreeMap<>(Map.of(2L, "b", 1L, "a")));
        add(all, new TypeOf<Optional<String>>() {}.type(), Optional.of("x"), Optional.empty());
        all.add(new Trip(new TypeOf<Optional<String>>() {}.type(), null, Optional.empty()));
        add(all, new TypeOf<Optional<Optional<String>>>() {}.type(), Optional.of(Optional.of("x")), Optional.empty());
        add(all, OptionalInt.class, OptionalInt.of(5), OptionalInt.empty());
        add(all, OptionalLong.class, OptionalLong.of(Long.MAX_VALUE), OptionalLong.empty());
        add(all, OptionalDouble.class, OptionalDouble.of(0.5), OptionalDouble.empty());
    }

    private static void records(List<Trip> all) {
        add(all, Order.class, Order.sample(), new Order(0, 0, 0, null, null, null, null), null);
        add(all, Numbers.class, new Numbers(true, (byte) 1, (short) 2, 'c', 4, 5, 6.5f, 7.25));
        add(all, Boxes.class, new Boxes(true, (byte) 1, (short) 2, 'c', 4, 5L, 6.5f, 7.25));
        add(all, Boxes.class, new Boxes(null, null, null, null, null, null, null, null));
        add(all, Empty.class, new Empty());
        add(all, Node.class, new Node(1, new Node(2, new Node(3, null))));
        add(all, new TypeOf<Page<Order>>() {}.type(), new Page<>(list(Order.sample()), Order.sample()));
        add(all, new TypeOf<Page<Page<String>>>() {}.type(), new Page<>(list(), new Page<>(list("x"), "y")));
        add(all, Figure.class, new Circle(0.5), new Square(5), Fixed.LINE, new Blob(Color.GREEN), null);
        add(all, Rounded.class, new Blob(Color.RED));
        add(all, new TypeOf<List<Figure>>() {}.type(), list(new Circle(1), null, Fixed.POINT, new Circle(2)));
        add(all, new TypeOf<Result<Long>>() {}.type(), new Ok<>(5L), new Bad<Long>("no"));
    }

    private static void open(List<Trip> all) {
        add(all, Object.class, "x", 5, true, 1.5, 5L, (short) 5, (byte) 5, 'c', 0.5f, Double.NaN, 1.0, null);
        add(all, Object.class, list(), list(1, list("x"), map("a", null)), map("@type", "x", "b", list()));
        add(all, Object.class, new byte[] {1, 2}, new int[] {1}, new String[] {"a"}, new Object[] {1, "b", null});
        add(all, Object.class, Instant.EPOCH, Duration.ofHours(1), LocalDate.MIN, ZoneId.of("Europe/Vienna"));
        add(all, Object.class, new UUID(1, 2), new BigDecimal("1.0"), map(1, "one"), new LinkedHashSet<>(list(1, 2L)));
        add(all, Number.class, 5, 5L, 1.5, BigInteger.TEN);
        add(all, new TypeOf<List<?>>() {}.type(), list(1, "x", null));
        add(all, Bag.class, new Bag(list(1, 1L, "x", list(true))));
    }

    private static List<Object> list(Object... values) {
        return new ArrayList<>(Arrays.asList(values));
    }

    private static Map<Object, Object> map(Object... pairs) {
        Map<Object, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(pairs[i], pairs[i + 1]);
        }
        return map;
    }

    private static BigDecimal scaled(long unscaled, int scale) {
        return new BigDecimal(BigInteger.valueOf(unscaled), scale);
    }
}
