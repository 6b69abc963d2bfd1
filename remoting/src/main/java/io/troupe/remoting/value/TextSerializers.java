// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Year;
import java.util.Locale;
import java.util.function.Function;

/** Serializers of JDK value types that have a text form; some are shorter where nobody reads along. */
final class TextSerializers {
    /** Making a number of n digits takes n² steps. */
    private static final int MAX_DIGITS = 10_000;

    private TextSerializers() {}

    /** A type with a text form. */
    static class TextForm<T> extends ScalarSerializers.MapKey<T> {
        private final Class<T> type;
        private final Function<T, String> format;
        private final Function<String, T> parse;

        TextForm(Class<T> type, Function<T, String> format, Function<String, T> parse) {
            this.type = type;
            this.format = format;
            this.parse = parse;
        }

        @Override
        protected void write(T value, ValueWriter out) {
            out.text(format.apply(value));
        }

        @Override
        protected T read(ValueReader in) {
            ValueKind kind = in.peek();
            if (kind != ValueKind.TEXT) {
                throw ScalarSerializers.mismatch("a text", type.getSimpleName(), kind);
            }
            return checked(in.text());
        }

        final T checked(String text) {
            try {
                return parse(text);
            } catch (WireException e) {
                throw e;
            } catch (RuntimeException e) {
                throw new WireException(
                        "a text must be a value of its type: expected=" + type.getSimpleName() + ", text="
                                + shortened(text),
                        e);
            }
        }

        @Override
        final String text(T value) {
            return format.apply(value);
        }

        @Override
        final T parse(String text) {
            return parse.apply(text);
        }

        @Override
        final boolean isComparable() {
            return Comparable.class.isAssignableFrom(type);
        }
    }

    static String shortened(String text) {
        return text.length() <= 40 ? text : text.substring(0, 40) + "…";
    }

    /** Two whole numbers where nobody reads along: seconds and nanoseconds. */
    abstract static class Seconds<T> extends TextForm<T> {
        Seconds(Class<T> type, Function<T, String> format, Function<String, T> parse) {
            super(type, format, parse);
        }

        abstract long seconds(T value);

        abstract int nanos(T value);

        abstract T of(long seconds, int nanos);

        @Override
        protected final void write(T value, ValueWriter out) {
            if (out.isTextual()) {
                super.write(value, out);
                return;
            }
            out.beginList(2);
            out.integer(seconds(value));
            out.integer(nanos(value));
            out.endList();
        }

        @Override
        protected final T read(ValueReader in) {
            if (in.peek() != ValueKind.LIST) {
                return super.read(in);
            }
            long[] parts = new long[2];
            int count = 0;
            in.beginList();
            while (in.more()) {
                if (count == 2) {
                    throw new WireException("a time must have two parts, seconds and nanoseconds: parts=3 or more");
                }
                parts[count++] = ScalarSerializers.whole(in, "seconds or nanoseconds", Long.MIN_VALUE, Long.MAX_VALUE);
            }
            if (parts[1] < 0 || parts[1] > 999_999_999) {
                throw ScalarSerializers.outOfRange("nanoseconds", parts[1]);
            }
            try {
                return of(parts[0], (int) parts[1]);
            } catch (RuntimeException e) {
                throw new WireException("a time must be in range: seconds=" + parts[0], e);
            }
        }
    }

    static final class InstantSerializer extends Seconds<Instant> {
        InstantSerializer() {
            super(Instant.class, Instant::toString, Instant::parse);
        }

        @Override
        long seconds(Instant value) {
            return value.getEpochSecond();
        }

        @Override
        @SuppressWarnings("JavaInstantGetSecondsGetNano") // both are written
        int nanos(Instant value) {
            return value.getNano();
        }

        @Override
        Instant of(long seconds, int nanos) {
            return Instant.ofEpochSecond(seconds, nanos);
        }
    }

    static final class DurationSerializer extends Seconds<Duration> {
        DurationSerializer() {
            super(Duration.class, Duration::toString, Duration::parse);
        }

        @Override
        long seconds(Duration value) {
            return value.toSeconds();
        }

        @Override
        @SuppressWarnings("JavaDurationGetSecondsGetNano") // both are written
        int nanos(Duration value) {
            return value.getNano();
        }

        @Override
        Duration of(long seconds, int nanos) {
            return Duration.ofSeconds(seconds, nanos);
        }
    }

    /** One whole number where nobody reads along: days since 1970. */
    static final class DateSerializer extends TextForm<LocalDate> {
        DateSerializer() {
            super(LocalDate.class, LocalDate::toString, LocalDate::parse);
        }

        @Override
        protected void write(LocalDate value, ValueWriter out) {
            if (out.isTextual()) {
                super.write(value, out);
            } else {
                out.integer(value.toEpochDay());
            }
        }

        @Override
        protected LocalDate read(ValueReader in) {
            if (in.peek() != ValueKind.INTEGER) {
                return super.read(in);
            }
            return LocalDate.ofEpochDay(
                    ScalarSerializers.whole(in, "LocalDate", LocalDate.MIN.toEpochDay(), LocalDate.MAX.toEpochDay()));
        }
    }

    static TextForm<BigInteger> bigInteger() {
        return new TextForm<>(
                BigInteger.class, value -> digits(value.toString()), text -> new BigInteger(digits(text)));
    }

    static TextForm<BigDecimal> bigDecimal() {
        return new TextForm<>(BigDecimal.class, value -> decimalText(value), text -> decimal(digits(text)));
    }

    /** Its own text of a scale near the least one has an exponent that it does not read. */
    private static String decimalText(BigDecimal value) {
        return value.scale() > Integer.MIN_VALUE + MAX_DIGITS
                ? digits(value.toString())
                : digits(value.unscaledValue() + "E" + -(long) value.scale());
    }

    private static BigDecimal decimal(String text) {
        int exponent = text.lastIndexOf('E');
        return exponent > 0 && text.indexOf('.') < 0
                ? new BigDecimal(
                        new BigInteger(text.substring(0, exponent)),
                        Math.toIntExact(-Long.parseLong(text.substring(exponent + 1))))
                : new BigDecimal(text);
    }

    static TextForm<Locale> locale() {
        return new TextForm<>(Locale.class, TextSerializers::localeText, TextSerializers::locale);
    }

    /** Some locales that programs make by hand have no language tag that leads back to them: language_COUNTRY_variant. */
    private static String localeText(Locale value) {
        String tag = value.toLanguageTag();
        return Locale.forLanguageTag(tag).equals(value)
                ? tag
                : value.getLanguage() + '_' + value.getCountry() + '_' + value.getVariant();
    }

    private static Locale locale(String text) {
        String[] parts = text.split("_", 3);
        return parts.length == 3 ? new Locale(parts[0], parts[1], parts[2]) : Locale.forLanguageTag(text);
    }

    static TextForm<Year> year() {
        return new TextForm<>(Year.class, Year::toString, text -> Year.of(Integer.parseInt(text)));
    }

    private static String digits(String text) {
        if (text.length() > MAX_DIGITS) {
            throw new WireException(
                    "a number must not be longer than " + MAX_DIGITS + " characters: length=" + text.length());
        }
        return text;
    }
}
