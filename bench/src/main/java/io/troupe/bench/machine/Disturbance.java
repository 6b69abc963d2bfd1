// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.machine;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What else happened on the machine while one piece was measured. Immutable.
 *
 * @param facts steal, time of others, throttling, swapping, heat, context switches and frequency, "unknown" where it cannot
 *     be told
 * @param marks what may have changed the figure; none for a piece that was left alone
 */
public record Disturbance(Map<String, String> facts, List<Mark> marks) {
    /** Share of the time that a host may take away. */
    static final double STEAL = 0.01;
    /** Share of the processors' time that other processes may use. */
    private static final double OTHERS = 0.05;
    /** Share of its frequency that a processor may lose. */
    private static final double SLOWER = 0.1;
    /** Fewer ticks, a second of one processor, are too few to judge single ones. */
    private static final long FEWEST_TICKS = 100;

    /** Copies both. */
    public Disturbance {
        facts = new Environment(facts, marks).facts();
        marks = List.copyOf(marks);
    }

    /** The marks, a sentence each. */
    public List<String> sentences() {
        return marks.stream().map(Mark::sentence).toList();
    }

    static Disturbance between(Sample before, Sample after) {
        Findings findings = new Findings();
        processors(before, after, findings);
        String again = "measure it again when this no longer happens";
        counted(
                findings,
                "throttled",
                before.throttled(),
                after.throttled(),
                "the control group was stopped in %d periods meanwhile, because its time was used up",
                "raise its limit");
        counted(findings, "swapped", before.swapped(), after.swapped(), "%d pages were swapped meanwhile", again);
        counted(
                findings,
                "slowedByHeat",
                before.hot(),
                after.hot(),
                "processors slowed down %d times meanwhile because of their heat",
                "cool the machine or switch turbo off");
        Long switches = difference(before.switches(), after.switches());
        findings.fact("contextSwitches", switches);
        frequency(before.frequency(), after.frequency(), findings);
        Environment found = findings.environment();
        return new Disturbance(found.facts(), found.marks());
    }

    private static void processors(Sample before, Sample after, Findings findings) {
        Load.Ticks first = before.ticks();
        Load.Ticks last = after.ticks();
        long all = first == null || last == null ? 0 : last.all() - first.all();
        if (first == null || last == null || all < FEWEST_TICKS) {
            findings.fact("steal", null);
            findings.fact("otherProcesses", null);
            return;
        }
        // The kernel's counters may run backwards a little.
        double steal = Math.max(0, last.steal() - first.steal()) / (double) all;
        findings.fact("steal", percent(steal));
        if (steal > STEAL) {
            findings.mark(
                    "the host took away " + percent(steal) + " of the processors' time meanwhile",
                    "measure it again at a quieter time or on a machine of your own");
        }
        Long own = difference(before.own(), after.own());
        if (own == null) {
            findings.fact("otherProcesses", null);
            return;
        }
        double others = Math.max(0, last.busy() - first.busy() - own) / (double) all;
        findings.fact("otherProcesses", percent(others));
        if (others > OTHERS) {
            findings.mark(
                    "other processes used " + percent(others) + " of the processors' time meanwhile",
                    "end them and measure it again");
        }
    }

    private static void counted(
            Findings findings, String name, @Nullable Long first, @Nullable Long last, String text, String advice) {
        Long count = difference(first, last);
        findings.fact(name, count);
        if (count != null && count > 0) {
            findings.mark(String.format(Locale.ROOT, text, count), advice);
        }
    }

    /** A frequency that rises is that of a machine which was idle before. */
    private static void frequency(@Nullable Long first, @Nullable Long last, Findings findings) {
        if (first == null || last == null) {
            findings.fact("frequency", null);
            return;
        }
        findings.fact("frequency", first + " to " + last + " MHz");
        if (last < first * (1 - SLOWER)) {
            findings.mark(
                    "processors became slower meanwhile, from " + first + " to " + last + " MHz",
                    "fix the frequency (governor performance, turbo off) and measure it again");
        }
    }

    private static @Nullable Long difference(@Nullable Long first, @Nullable Long last) {
        return first == null || last == null ? null : Long.valueOf(last - first);
    }

    static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }
}
