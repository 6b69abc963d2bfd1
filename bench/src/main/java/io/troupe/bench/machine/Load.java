// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What the machine does before anything is measured, and what it did since it was started. */
final class Load {
    /** Runnable threads per processor above which a machine is not quiet. */
    private static final double QUIET = 0.2;

    private static final String AVERAGE = "proc/loadavg";

    private Load() {}

    static void tell(Tree tree, Findings findings, int processors) {
        findings.fact("loadAverage", average(tree));
        findings.fact("allowedProcessors", tree.value("proc/self/status", "Cpus_allowed_list"));
        Double load = number(tree.text(AVERAGE));
        if (load != null && processors > 0 && load > QUIET * processors) {
            findings.mark(
                    String.format(Locale.ROOT, "the load was %.2f on %d processors at the start", load, processors),
                    String.format(
                            Locale.ROOT, "end other programs and wait until it is below %.1f", QUIET * processors));
        }
        Ticks ticks = Ticks.of(tree);
        findings.fact(
                "stealSinceStart",
                ticks == null || ticks.all() == 0 ? null : Disturbance.percent(ticks.steal() / (double) ticks.all()));
        if (ticks != null && ticks.steal() > Disturbance.STEAL * ticks.all()) {
            findings.mark(
                    "the host took away " + Disturbance.percent(ticks.steal() / (double) ticks.all())
                            + " of the processors' time since this machine was started",
                    "use a machine whose processors are not shared, or measure at a quieter time");
        }
        Long switches = tree.number(Sample.STATISTICS, "ctxt");
        Double seconds = number(tree.text("proc/uptime"));
        findings.fact(
                "contextSwitches",
                switches == null || seconds == null || seconds <= 0
                        ? null
                        : Math.round(switches / seconds) + " per second since the start");
        findings.fact("pressure", pressure(tree));
    }

    private static @Nullable String average(Tree tree) {
        String text = tree.text(AVERAGE);
        if (text == null) {
            return null;
        }
        String[] words = text.split("\\s+", 4);
        return words.length < 3 ? null : words[0] + " " + words[1] + " " + words[2];
    }

    /** Share of the last ten seconds in which something waited. */
    private static @Nullable String pressure(Tree tree) {
        List<String> parts = new ArrayList<>();
        for (String kind : List.of("cpu", "memory", "io")) {
            String some = tree.value("proc/pressure/" + kind, "some");
            if (some != null && some.startsWith("avg10=")) {
                parts.add(kind + " " + some.substring("avg10=".length()).split(" ", 2)[0] + " %");
            }
        }
        return parts.isEmpty() ? null : String.join(", ", parts);
    }

    /** The first word as a number. */
    private static @Nullable Double number(@Nullable String text) {
        if (text == null) {
            return null;
        }
        try {
            return Double.valueOf(text.split("\\s", 2)[0]);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /**
     * Time of all processors since the machine was started, in ticks of the kernel.
     *
     * @param busy of programs and the kernel on their behalf, without interrupts, which belong to nobody
     * @param steal in which there was work, but the host ran something else
     * @param all with idle time and interrupts
     */
    record Ticks(long busy, long steal, long all) {
        /** Null if there are none. */
        static @Nullable Ticks of(Tree tree) {
            String line = tree.value(Sample.STATISTICS, "cpu");
            if (line == null) {
                return null;
            }
            String[] words = line.split("\\s+", -1);
            long[] kinds = new long[8]; // user nice system idle iowait irq softirq steal; guests are in user
            long all = 0;
            for (int i = 0; i < Math.min(kinds.length, words.length); i++) {
                Long ticks = Tree.parse(words[i]);
                if (ticks == null) {
                    return null;
                }
                kinds[i] = ticks;
                all += ticks;
            }
            return new Ticks(kinds[0] + kinds[1] + kinds[2], kinds[7], all);
        }
    }
}
