// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.troupe;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import io.troupe.bench.results.Json;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** What a program has measured: a line to read, or with {@code --json} one for machines. */
final class Figures {
    private final String program;
    private final Map<String, Object> values = new LinkedHashMap<>();

    Figures(String program) {
        this.program = program;
    }

    Figures add(String name, long value) {
        values.put(name, value);
        return this;
    }

    Figures add(String name, String value) {
        values.put(name, value);
        return this;
    }

    Figures add(String name, double value) {
        values.put(name, Math.round(value * 1000) / 1000.0);
        return this;
    }

    void print(boolean json) {
        if (json) {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("program", program);
            line.putAll(values);
            System.out.print(Json.text(line));
        } else {
            StringBuilder line = new StringBuilder(program);
            values.forEach(
                    (name, value) -> line.append(", ").append(name).append(' ').append(text(value)));
            System.out.println(line);
        }
    }

    private static String text(Object value) {
        return value instanceof Long number ? String.format(Locale.ROOT, "%,d", number) : value.toString();
    }

    /** Bytes in use on the heap after collections. */
    static long usedHeap() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    /** Files that the process may have open. */
    static long mostFiles() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount()
                : Long.MAX_VALUE;
    }

    /** Nanoseconds of processor time that the process has used. */
    static long processorNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }
}
