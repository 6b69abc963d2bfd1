// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.filestorage;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Object and transaction ids: how they are written, and how the time is put into those of transactions. Any thread. */
public final class Ids {
    private static final int FIRST_YEAR = 1900;
    private static final int MONTHS = 12;
    private static final int DAYS = 31;
    private static final int HOURS = 24;
    private static final int MINUTES = 60;
    private static final double NANOS_PER_MINUTE = 60e9;
    private static final double PARTS_PER_MINUTE = 4294967296.0;

    private Ids() {}

    /** {@return an id as 16 hexadecimal digits} */
    public static String text(long id) {
        return String.format(Locale.ROOT, "%016x", id);
    }

    /**
     * The id of a transaction that begins now.
     *
     * @param last the id that it must be above
     * @param now the time; may be behind {@code last}, which then is followed by the next number
     * @return the id: minutes in its upper half, parts of the minute in its lower half
     * @throws ArithmeticException if no id is left above the last one
     */
    public static long next(long last, Instant now) {
        LocalDateTime time = LocalDateTime.ofInstant(now, ZoneOffset.UTC);
        long minutes = (long) time.getYear() - FIRST_YEAR;
        minutes = minutes * MONTHS + time.getMonthValue() - 1;
        minutes = minutes * DAYS + time.getDayOfMonth() - 1;
        minutes = minutes * HOURS + time.getHour();
        minutes = minutes * MINUTES + time.getMinute();
        long parts = (long) ((time.getSecond() * 1e9 + time.getNano()) / NANOS_PER_MINUTE * PARTS_PER_MINUTE);
        long tid = (minutes << Integer.SIZE) | parts;
        if (Long.compareUnsigned(tid, last) > 0) {
            return tid;
        }
        if (last == -1) {
            throw new ArithmeticException("an id of a transaction must be above the last one: last=" + text(last));
        }
        return last + 1;
    }

    /** {@return the time within the id of a transaction; null if the id was not made from a time} */
    public static @Nullable Instant time(long tid) {
        long minutes = tid >>> Integer.SIZE;
        long nanos = (long) ((tid & 0xffffffffL) / PARTS_PER_MINUTE * NANOS_PER_MINUTE);
        long hours = minutes / MINUTES;
        long days = hours / HOURS;
        long months = days / DAYS;
        try {
            return LocalDateTime.of(
                            (int) (months / MONTHS) + FIRST_YEAR,
                            (int) (months % MONTHS) + 1,
                            (int) (days % DAYS) + 1,
                            (int) (hours % HOURS),
                            (int) (minutes % MINUTES))
                    .plusNanos(nanos)
                    .toInstant(ZoneOffset.UTC);
        } catch (DateTimeException e) { // a 30th of February, say
            return null;
        }
    }
}
