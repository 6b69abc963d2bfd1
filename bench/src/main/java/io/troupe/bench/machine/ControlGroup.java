// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The limits that the control groups of this process set, the tightest from its own group up to the root, in version 1 and 2
 * of the file system.
 */
final class ControlGroup {
    private static final String MOUNT = "sys/fs/cgroup";
    /** Version 1 shows "no limit" as the highest number of whole pages. */
    private static final long NO_MEMORY_LIMIT = 1L << 60;

    private final Tree tree;
    private final @Nullable Hierarchy cpu;
    private final @Nullable Hierarchy memory;

    /** Folders from the own group up to the root of one hierarchy. */
    private record Hierarchy(boolean second, List<String> folders) {}

    /** How often processors were taken away because a limit was reached. */
    record Throttling(long throttled, long periods, long micros) {}

    private ControlGroup(Tree tree) {
        this.tree = tree;
        this.cpu = hierarchy("cpu");
        this.memory = hierarchy("memory");
    }

    static ControlGroup of(Tree tree) {
        return new ControlGroup(tree);
    }

    void tell(Findings findings, int processors) {
        findings.fact("cgroup", cpu == null ? null : cpu.second() ? "v2" : "v1");
        Double cpus = cpus();
        findings.fact(
                "cgroupProcessors",
                cpu == null ? null : cpus == null ? "no limit" : String.format(Locale.ROOT, "%.2f", cpus));
        Long bytes = memory();
        findings.fact("cgroupMemory", memory == null ? null : bytes == null ? "no limit" : (bytes >> 20) + " MiB");
        Throttling throttling = throttling();
        findings.fact(
                "cgroupThrottled",
                throttling == null
                        ? null
                        : String.format(
                                Locale.ROOT,
                                "%d of %d periods, %.1f s",
                                throttling.throttled(),
                                throttling.periods(),
                                throttling.micros() / 1e6));
        if (cpus != null && (processors == 0 || cpus < processors)) {
            findings.mark(
                    String.format(Locale.ROOT, "the control group allows the time of %.2f processors", cpus)
                            + (processors == 0 ? "" : " on a machine that has " + processors),
                    "give the run whole processors (cpuset) instead of a share of their time");
        }
        if (throttling != null && throttling.throttled() > 0) {
            findings.mark(
                    "the control group was stopped in " + throttling.throttled() + " of " + throttling.periods()
                            + " periods since it exists, because its time was used up",
                    "raise its limit until this no longer grows during a run");
        }
    }

    /** Processors whose time may be used; null if there is no limit, or none can be seen. */
    @Nullable
    Double cpus() {
        if (cpu == null) {
            return null;
        }
        Double least = null;
        for (String folder : cpu.folders()) {
            Double here = cpu.second() ? second(folder) : first(folder);
            least = least == null || (here != null && here < least) ? here : least;
        }
        return least;
    }

    /** Bytes that may be used; null if there is no limit, or none can be seen. */
    @Nullable
    Long memory() {
        if (memory == null) {
            return null;
        }
        Long least = null;
        for (String folder : memory.folders()) {
            Long here = tree.number(folder + (memory.second() ? "/memory.max" : "/memory.limit_in_bytes"));
            if (here != null && here < NO_MEMORY_LIMIT && (least == null || here < least)) {
                least = here;
            }
        }
        return least;
    }

    /** That of the group on the way up that was stopped most often; null if nobody counts. */
    @Nullable
    Throttling throttling() {
        if (cpu == null) {
            return null;
        }
        Throttling most = null;
        for (String folder : cpu.folders()) {
            String file = folder + "/cpu.stat";
            Long periods = tree.number(file, "nr_periods");
            Long throttled = tree.number(file, "nr_throttled");
            if (periods == null || throttled == null || (most != null && most.throttled() >= throttled)) {
                continue;
            }
            Long nanos = tree.number(file, "throttled_time");
            Long micros = nanos == null ? tree.number(file, "throttled_usec") : Long.valueOf(nanos / 1000);
            most = new Throttling(throttled, periods, micros == null ? 0 : micros);
        }
        return most;
    }

    private @Nullable Double first(String folder) {
        return share(tree.number(folder + "/cpu.cfs_quota_us"), tree.number(folder + "/cpu.cfs_period_us"));
    }

    private @Nullable Double second(String folder) {
        String text = tree.text(folder + "/cpu.max");
        if (text == null) {
            return null; // the root has none
        }
        String[] words = text.split("\\s+", 2);
        return words.length < 2 ? null : share(Tree.parse(words[0]), Tree.parse(words[1]));
    }

    private static @Nullable Double share(@Nullable Long quota, @Nullable Long period) {
        if (quota == null || period == null || quota <= 0 || period <= 0) {
            return null;
        }
        return Double.valueOf((double) quota / period);
    }

    /** Lines are {@code number:controllers:path}; version 2 has no controllers, and takes what version 1 has not. */
    private @Nullable Hierarchy hierarchy(String controller) {
        Hierarchy second = null;
        for (String line : tree.lines("proc/self/cgroup")) {
            String[] parts = line.split(":", 3);
            if (parts.length == 3 && List.of(parts[1].split(",", -1)).contains(controller)) {
                String shared = MOUNT + "/" + parts[1];
                return new Hierarchy(false, folders(tree.has(shared) ? shared : MOUNT + "/" + controller, parts[2]));
            }
            if (parts.length == 3 && parts[1].isEmpty()) {
                String unified = MOUNT + "/unified";
                second = new Hierarchy(true, folders(tree.has(unified) ? unified : MOUNT, parts[2]));
            }
        }
        return second;
    }

    /** In a container the path may be one of the host, of which only the root can be seen. */
    private static List<String> folders(String root, String path) {
        List<String> folders = new ArrayList<>();
        String rest = path.replaceFirst("/+$", "");
        while (!rest.isEmpty()) {
            folders.add(root + rest);
            rest = rest.substring(0, Math.max(0, rest.lastIndexOf('/')));
        }
        folders.add(root);
        return folders;
    }
}
