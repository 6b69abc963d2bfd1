// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.machine;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counters at one moment. What cannot be read is null.
 *
 * @param ticks time of all processors
 * @param own ticks that this process, its children and theirs have used, including those that have ended; one whose parent
 *     ended before it is not found
 * @param throttled periods in which the control group was stopped
 * @param swapped pages brought in from or put out to a disk
 * @param hot how often processors slowed down because of their heat
 * @param switches context switches of the machine
 * @param frequency mean of all processors, MHz
 */
record Sample(
        Load.@Nullable Ticks ticks,
        @Nullable Long own,
        @Nullable Long throttled,
        @Nullable Long swapped,
        @Nullable Long hot,
        @Nullable Long switches,
        @Nullable Long frequency) {
    static final String STATISTICS = "proc/stat";

    private static final String PAGES = "proc/vmstat";
    /** Number of a field of /proc/pid/stat after the name: parent, and the first of four with times. */
    private static final int PARENT = 1;

    private static final int TIMES = 11;

    /** One process. */
    private record Used(long parent, long ticks) {}

    static Sample of(Tree tree, ControlGroup group) {
        ControlGroup.Throttling throttling = group.throttling();
        Long in = tree.number(PAGES, "pswpin");
        Long out = tree.number(PAGES, "pswpout");
        return new Sample(
                Load.Ticks.of(tree),
                own(tree),
                throttling == null ? null : Long.valueOf(throttling.throttled()),
                in == null || out == null ? null : Long.valueOf(in + out),
                hot(tree),
                tree.number(STATISTICS, "ctxt"),
                Power.frequency(tree));
    }

    private static @Nullable Long own(Tree tree) {
        String self = tree.text("proc/self/stat");
        Long id = self == null ? null : Tree.parse(self.split(" ", 2)[0]);
        if (id == null) {
            return null;
        }
        Map<Long, Used> all = new HashMap<>();
        for (String name : tree.names("proc", "\\d+")) {
            Used used = used(tree.text("proc/" + name + "/stat"));
            if (used != null) {
                all.put(Long.valueOf(name), used);
            }
        }
        Used own = used(self);
        if (own == null) {
            return null;
        }
        all.put(id, own);
        return all.keySet().stream()
                .filter(process -> descends(process, id, all))
                .mapToLong(process -> all.getOrDefault(process, own).ticks())
                .sum();
    }

    /** The table may change while it is read, so it may have a circle. */
    private static boolean descends(long process, long ancestor, Map<Long, Used> all) {
        long current = process;
        for (int steps = 0; steps <= all.size(); steps++) {
            if (current == ancestor) {
                return true;
            }
            Used used = all.get(current);
            if (used == null) {
                return false;
            }
            current = used.parent();
        }
        return false;
    }

    /** The name, second field, is in parentheses and may have blanks and parentheses itself. */
    private static @Nullable Used used(@Nullable String line) {
        if (line == null) {
            return null;
        }
        String[] fields = line.substring(line.lastIndexOf(')') + 1).strip().split(" ", -1);
        if (fields.length < TIMES + 4) {
            return null;
        }
        long ticks = 0;
        for (int i = TIMES; i < TIMES + 4; i++) {
            Long time = Tree.parse(fields[i]);
            if (time == null) {
                return null;
            }
            ticks += time;
        }
        Long parent = Tree.parse(fields[PARENT]);
        return parent == null ? null : new Used(parent, ticks);
    }

    private static @Nullable Long hot(Tree tree) {
        Long sum = null;
        for (String cpu : tree.names(Processors.FOLDER, Processors.ONE)) {
            Long count = tree.number(Processors.FOLDER + "/" + cpu + "/thermal_throttle/core_throttle_count");
            sum = count == null ? sum : Long.valueOf(count + (sum == null ? 0 : sum));
        }
        return sum;
    }
}
