// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run that failed, and what was found out about it. The same seed, strategy and realism give the same run.
 *
 * @param seed of the run
 * @param strategy of the run, with the settings that were learned
 * @param realism of the run
 * @param hash of the names of its events
 * @param events how many there were
 * @param cause what the test threw
 * @param history the events, in order; empty if the run could not be repeated
 * @param departures the events that must wait so that the test fails although all others happen when they become possible;
 *     null if no such set was found
 * @param words says so
 * @param smallHistory the events of that smaller run, in order; empty if there is none
 * @param file with the schedule; null if none was written
 */
public record ScheduleFailure(
        long seed,
        Strategy strategy,
        Realism realism,
        long hash,
        long events,
        Throwable cause,
        List<SimEvent> history,
        @Nullable List<Departure> departures,
        List<String> words,
        List<SimEvent> smallHistory,
        @Nullable Path file) {
    /** A failure that needs more than so many departures is not explained by them. */
    private static final int MOST_WORDS = 12;

    /** Takes copies of the lists. */
    public ScheduleFailure {
        history = List.copyOf(history);
        departures = departures == null ? null : List.copyOf(departures);
        words = List.copyOf(words);
        smallHistory = List.copyOf(smallHistory);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder()
                .append("seed=")
                .append(seed)
                .append(", strategy=")
                .append(strategy instanceof Strategy.Portfolio portfolio ? portfolio.of(seed) + " of " : "")
                .append(strategy)
                .append(", realism=")
                .append(realism)
                .append(", hash=")
                .append(Long.toHexString(hash))
                .append(", events=")
                .append(events);
        words.stream().limit(MOST_WORDS).forEach(line -> text.append("\n  ").append(line));
        if (words.size() > MOST_WORDS) {
            text.append("\n  and ").append(words.size() - MOST_WORDS).append(" more, see the file");
        }
        if (file != null) {
            text.append("\n  replay it with Schedules.replay(Path.of(\"")
                    .append(file)
                    .append("\"), body)");
        }
        return text.append("\n  ").append(cause).toString();
    }
}
