// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.footprint;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What all threads of this process have used so far. The JDK's own figure advances in ticks of 10 ms and does not see short
 * bursts; the kernel's figures per thread, where there are any (Linux), are in nanoseconds and count wake-ups.
 *
 * @param wallNanos when
 * @param tickNanos processor time by the JDK
 * @param runNanos processor time by the kernel; -1 if it does not tell
 * @param wakeUps how often threads went to sleep by themselves; -1 if the kernel does not tell
 * @param preemptions how often the kernel took the processor from a thread; -1 if it does not tell
 */
record Usage(long wallNanos, long tickNanos, long runNanos, long wakeUps, long preemptions) {
    private static final Path TASKS = Path.of("/proc/self/task");
    private static final long BURN_NANOS = 300_000_000;
    /** The least that must be noticed of what was burnt; on a busy machine the thread does not get all of it. */
    private static final long NOTICED_NANOS = 30_000_000;

    static Usage now() {
        OperatingSystemMXBean process = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        long run = -1;
        long wakeUps = -1;
        long preemptions = -1;
        if (Files.isDirectory(TASKS)) {
            run = 0;
            wakeUps = 0;
            preemptions = 0;
            for (Path task : tasks()) {
                run += runNanos(task);
                wakeUps += switches(task, "voluntary_ctxt_switches");
                preemptions += switches(task, "nonvoluntary_ctxt_switches");
            }
        }
        return new Usage(System.nanoTime(), process.getProcessCpuTime(), run, wakeUps, preemptions);
    }

    /**
     * Burns some time and looks whether it is noticed: a counter that stands still would make every system look idle.
     *
     * @throws IllegalStateException if it is not
     */
    static void checkCounters() {
        Usage before = now();
        while (System.nanoTime() - before.wallNanos < BURN_NANOS) {
            Thread.onSpinWait();
        }
        Usage after = now();
        long ticks = after.tickNanos - before.tickNanos;
        long run = after.runNanos - before.runNanos;
        if (ticks < NOTICED_NANOS || (after.runNanos >= 0 && run < NOTICED_NANOS)) {
            throw new IllegalStateException("processor time must be counted: burnt=" + BURN_NANOS + " ns, ticks="
                    + ticks + " ns, run=" + run + " ns");
        }
    }

    private static List<Path> tasks() {
        try (Stream<Path> list = Files.list(TASKS)) {
            return list.toList();
        } catch (IOException e) {
            throw new IllegalStateException("threads must be listed: path=" + TASKS, e);
        }
    }

    private static long runNanos(Path task) {
        List<String> lines = lines(task.resolve("schedstat"));
        return lines.isEmpty()
                ? 0
                : Long.parseLong(lines.get(0).substring(0, lines.get(0).indexOf(' ')));
    }

    private static long switches(Path task, String kind) {
        return lines(task.resolve("status")).stream()
                .filter(line -> line.startsWith(kind))
                .mapToLong(line ->
                        Long.parseLong(line.substring(line.indexOf(':') + 1).trim()))
                .sum();
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            return List.of(); // the thread has ended meanwhile
        }
    }
}
