// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/** Says in plain words what an event is, for sentences about small failing schedules. */
final class EventWords {
    /** Of the addresses of actors; says nothing to people. */
    private static final String SCHEME = "troupe://";

    private static final String OUTSIDE = "outside";

    /** Between a node and its timers. */
    private static final String TIMER = "/@";

    private EventWords() {}

    /** {@return what an event does after another one: "the 1st message from a to c arrives after the 2nd message from b to c"} */
    static String after(SimEvent late, SimEvent before) {
        String only = late.kind() == EventKind.TIME ? " only after " : " after ";
        String earlier =
                before.kind() == EventKind.TIME ? "the clock has reached " + time(before.nanos()) : noun(before);
        return noun(late) + " " + verb(late) + only + earlier;
    }

    /** {@return what an event does that waits: "the 1st message from a to c arrives late"} */
    static String late(SimEvent event) {
        return noun(event) + " " + verb(event) + " late";
    }

    /** {@return what an event of that name does that never happens: "the 1st message from a to c does not happen"} */
    static String never(String name) {
        int kind = name.indexOf(' ');
        int number = name.lastIndexOf(" #");
        String[] way = name.substring(kind + 1, number).split("→", 2);
        SimEvent event = new SimEvent(
                0,
                0,
                EventKind.valueOf(name.substring(0, kind).toUpperCase(Locale.ROOT)),
                way[0],
                way[way.length - 1],
                Long.parseLong(name.substring(number + 2)),
                -1,
                "");
        return noun(event) + " does not happen until then";
    }

    private static String noun(SimEvent event) {
        String nth = "the " + ordinal(event.ordinal()) + " ";
        String source = place(event.source());
        String target = place(event.target());
        return switch (event.kind()) {
            case TURN -> nth + "turn of " + target;
            case ARRIVAL -> nth + "message from " + source + " to " + target;
            case ANSWER -> nth + "answer from " + source + " to " + target;
            case TIME -> "the clock";
            case BYTES -> nth + "piece of bytes from " + source + " to " + target;
            case DISK -> nth + "operation of " + source + " on " + target;
            case TASK -> {
                int timer = target.lastIndexOf(TIMER);
                yield timer < 0
                        ? nth + "task of " + source + " at " + target
                        : nth + "timer " + target.substring(timer + TIMER.length()) + " of "
                                + target.substring(0, timer);
            }
            case FAULT -> nth + "fault " + (event.label().isEmpty() ? source : "'" + event.label() + "' of " + source);
            case SEND -> nth + "message of " + source + " for " + target;
            case LINK -> nth + "change of the link from " + source + " to " + target;
            case NOTE -> nth + "note of " + source;
        };
    }

    private static String verb(SimEvent event) {
        return switch (event.kind()) {
            case TURN, FAULT, LINK -> "happens";
            case ARRIVAL, ANSWER, BYTES -> "arrives";
            case TIME -> "reaches " + time(event.nanos());
            case DISK -> "completes";
            case TASK -> event.target().contains(TIMER) ? "fires" : "runs";
            case SEND -> "leaves";
            case NOTE -> "is taken";
        };
    }

    private static String place(String name) {
        return name.equals(OUTSIDE) ? "the test" : name.replace(SCHEME, "");
    }

    /** {@return 1st, 2nd, 3rd, 4th … 11th … 21st} */
    static String ordinal(long number) {
        long tens = number % 100;
        String ending = "th";
        if (tens < 11 || tens > 13) {
            ending = switch ((int) (number % 10)) {
                case 1 -> "st";
                case 2 -> "nd";
                case 3 -> "rd";
                default -> "th";
            };
        }
        return number + ending;
    }

    /** {@return a moment in the largest unit in which it is at least one: 1.5 s, 10.317 s, 100 ms} */
    static String time(long nanos) {
        String[] units = {" ns", " µs", " ms", " s"};
        int unit = units.length - 1;
        long size = 1_000_000_000;
        while (unit > 0 && nanos > 0 && nanos < size) {
            size /= 1_000;
            unit--;
        }
        return BigDecimal.valueOf(nanos)
                        .divide(BigDecimal.valueOf(size), 3, RoundingMode.HALF_UP)
                        .stripTrailingZeros()
                        .toPlainString()
                + units[unit];
    }
}
