// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.philosophers.view;

import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The end of the evening in words: meals of each, or their distribution where there are many. Any thread. */
public final class Summary {
    private static final int FEW = 20;
    private static final int BUCKETS = 10;
    private static final int BAR = 40;

    private Summary() {}

    /** Lines of at most 80 columns. */
    public static List<String> of(Evening evening) {
        IntSummaryStatistics meals = evening.meals();
        List<String> lines = new ArrayList<>();
        if (evening.guests().size() <= FEW) {
            lines.add(evening.guests().stream()
                    .map(guest -> Integer.toString(guest.meals()))
                    .collect(Collectors.joining(" ", "meals by seat: ", "")));
        } else {
            lines.addAll(histogram(evening.guests(), meals));
        }
        lines.add(String.format(
                Locale.ROOT,
                "meals: %,d in %.1f s, %,.1f per second",
                meals.getSum(),
                evening.seconds(),
                meals.getSum() / evening.seconds()));
        lines.add("least: " + meals.getMin() + ", most: " + meals.getMax());
        if (evening.unserved() > 0) {
            lines.add("left hungry: " + evening.unserved());
        }
        lines.add("deadlocks: " + evening.deadlocks());
        return lines;
    }

    private static List<String> histogram(List<Guest> guests, IntSummaryStatistics meals) {
        int width = (meals.getMax() - meals.getMin()) / BUCKETS + 1;
        int[] counts = new int[(meals.getMax() - meals.getMin()) / width + 1];
        guests.forEach(guest -> counts[(guest.meals() - meals.getMin()) / width]++);
        int most = 1;
        for (int count : counts) {
            most = Math.max(most, count);
        }
        List<String> lines = new ArrayList<>();
        lines.add("    meals  philosophers");
        for (int i = 0; i < counts.length; i++) {
            int from = meals.getMin() + i * width;
            String range = width == 1 ? Integer.toString(from) : from + "-" + (from + width - 1);
            int bar = (int) ((long) counts[i] * BAR / most);
            lines.add(String.format(Locale.ROOT, "%9s  %,12d  %s", range, counts[i], "#".repeat(bar))
                    .stripTrailing());
        }
        return lines;
    }
}
