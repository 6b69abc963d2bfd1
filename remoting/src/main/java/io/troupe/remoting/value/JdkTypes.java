// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.value;

import java.io.Serializable;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

/** The types of the JDK that have encodings. */
final class JdkTypes {
    private static final Set<Class<?>> OPEN = Set.of(
            Object.class,
            Number.class,
            CharSequence.class,
            Comparable.class,
            Serializable.class,
            Record.class,
            Enum.class);
    private static final Map<Class<?>, Supplier<? extends Collection<Object>>> COLLECTIONS = Map.of(
            Iterable.class, ArrayList::new,
            Collection.class, ArrayList::new,
            List.class, ArrayList::new,
            Set.class, LinkedHashSet::new,
            SortedSet.class, TreeSet::new,
            NavigableSet.class, TreeSet::new,
            Queue.class, ArrayDeque::new,
            Deque.class, ArrayDeque::new);
    private static final Map<Class<?>, Supplier<? extends Map<Object, Object>>> MAPS = Map.of(
            Map.class, LinkedHashMap::new,
            SortedMap.class, TreeMap::new,
            NavigableMap.class, TreeMap::new);

    private JdkTypes() {}

    /** Whether the type tells nothing about its values. */
    static boolean isOpen(Class<?> type) {
        return OPEN.contains(type);
    }

    /** Whether the type belongs to the JDK. */
    static boolean isOfJdk(Class<?> type) {
        return type.getName().startsWith("java.") || type.getName().startsWith("javax.");
    }

    /** Whether there is a serializer for such collections. */
    static boolean isCollection(Class<?> type) {
        return COLLECTIONS.containsKey(type);
    }

    /** Whether there is a serializer for such maps. */
    static boolean isMap(Class<?> type) {
        return MAPS.containsKey(type);
    }

    /** The serializer of a collection. */
    static TypeSerializer<?> collection(Class<?> type, TypeSerializer<?> element) {
        Supplier<? extends Collection<Object>> maker =
                type == Set.class && !isOrdered(element) ? KeyedSet::new : COLLECTIONS.get(type);
        if (maker == null) {
            throw new IllegalArgumentException("a collection type must be known: type=" + type.getName());
        }
        return new ListSerializer(type, element, maker);
    }

    /** The serializer of a map. */
    static TypeSerializer<?> map(Class<?> type, TypeSerializer<?> key, TypeSerializer<?> value) {
        Supplier<? extends Map<Object, Object>> maker =
                type == Map.class && !isOrdered(key) ? KeyedMap::new : MAPS.get(type);
        if (maker == null) {
            throw new IllegalArgumentException("a map type must be known: type=" + type.getName());
        }
        return new MapSerializer(type, key, value, maker);
    }

    /** Whether hash maps order such keys by themselves when hash codes are equal: they are comparable, and of one class. */
    private static boolean isOrdered(TypeSerializer<?> key) {
        return (key instanceof ScalarSerializers.MapKey<?> scalar && scalar.isComparable())
                || key instanceof ScalarSerializers.DoubleReal
                || key instanceof ScalarSerializers.FloatReal;
    }

    /** Serializers of all types that need no compiler. */
    static Map<Class<?>, TypeSerializer<?>> values() {
        Map<Class<?>, TypeSerializer<?>> all = new HashMap<>();
        numbers(all);
        all.put(boolean.class, new ScalarSerializers.Bool(true));
        all.put(Boolean.class, new ScalarSerializers.Bool(false));
        all.put(char.class, new ScalarSerializers.Char(true));
        all.put(Character.class, new ScalarSerializers.Char(false));
        all.put(String.class, new ScalarSerializers.Text());
        all.put(void.class, new ScalarSerializers.Nothing());
        all.put(Void.class, new ScalarSerializers.Nothing());
        all.put(OptionalInt.class, new OptionalSerializers.OfInt());
        all.put(OptionalLong.class, new OptionalSerializers.OfLong());
        all.put(OptionalDouble.class, new OptionalSerializers.OfDouble());
        text(all, UUID.class, UUID::toString, UUID::fromString);
        text(all, URI.class, URI::toString, JdkTypes::uri);
        all.put(Locale.class, TextSerializers.locale());
        all.put(java.math.BigInteger.class, TextSerializers.bigInteger());
        all.put(java.math.BigDecimal.class, TextSerializers.bigDecimal());
        times(all);
        return all;
    }

    private static void numbers(Map<Class<?>, TypeSerializer<?>> all) {
        for (boolean primitive : new boolean[] {true, false}) {
            all.put(
                    primitive ? byte.class : Byte.class,
                    new ScalarSerializers.Whole<>("byte", Byte.MIN_VALUE, Byte.MAX_VALUE, v -> (byte) v, primitive));
            all.put(
                    primitive ? short.class : Short.class,
                    new ScalarSerializers.Whole<>(
                            "short", Short.MIN_VALUE, Short.MAX_VALUE, v -> (short) v, primitive));
            all.put(
                    primitive ? int.class : Integer.class,
                    new ScalarSerializers.Whole<>(
                            "int", Integer.MIN_VALUE, Integer.MAX_VALUE, v -> (int) v, primitive));
            all.put(
                    primitive ? long.class : Long.class,
                    new ScalarSerializers.Whole<>("long", Long.MIN_VALUE, Long.MAX_VALUE, v -> v, primitive));
            all.put(primitive ? float.class : Float.class, new ScalarSerializers.FloatReal(primitive));
            all.put(primitive ? double.class : Double.class, new ScalarSerializers.DoubleReal(primitive));
        }
    }

    private static void times(Map<Class<?>, TypeSerializer<?>> all) {
        all.put(java.time.Instant.class, new TextSerializers.InstantSerializer());
        all.put(java.time.Duration.class, new TextSerializers.DurationSerializer());
        all.put(java.time.LocalDate.class, new TextSerializers.DateSerializer());
        all.put(java.time.Year.class, TextSerializers.year());
        text(all, LocalTime.class, LocalTime::toString, LocalTime::parse);
        text(all, LocalDateTime.class, LocalDateTime::toString, LocalDateTime::parse);
        text(all, OffsetTime.class, OffsetTime::toString, OffsetTime::parse);
        text(all, OffsetDateTime.class, OffsetDateTime::toString, OffsetDateTime::parse);
        text(all, ZonedDateTime.class, ZonedDateTime::toString, ZonedDateTime::parse);
        text(all, ZoneId.class, ZoneId::getId, ZoneId::of);
        text(all, ZoneOffset.class, ZoneOffset::getId, ZoneOffset::of);
        text(all, Period.class, Period::toString, Period::parse);
        text(all, YearMonth.class, JdkTypes::yearMonth, YearMonth::parse);
        text(all, MonthDay.class, MonthDay::toString, MonthDay::parse);
    }

    private static <T> void text(
            Map<Class<?>, TypeSerializer<?>> all,
            Class<T> type,
            Function<T, String> format,
            Function<String, T> parse) {
        all.put(type, new TextSerializers.TextForm<>(type, format, parse));
    }

    /** Its own text of a late year is one that it does not read. */
    private static String yearMonth(YearMonth month) {
        return month.getYear() > 9999 ? "+" + month : month.toString();
    }

    private static URI uri(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            throw new WireException("a URI must be well-formed: uri=" + TextSerializers.shortened(text), e);
        }
    }
}
