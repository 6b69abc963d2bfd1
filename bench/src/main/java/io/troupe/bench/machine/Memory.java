// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.machine;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Memory: how much, on how many nodes, how big its pages are, and whether some of it lies on a disk. */
final class Memory {
    private static final String INFO = "proc/meminfo";
    private static final String PAGES = "sys/kernel/mm/transparent_hugepage/";
    private static final String NODES = "sys/devices/system/node";
    private static final Pattern CHOSEN = Pattern.compile("\\[([^\\]]+)]");

    private Memory() {}

    static void tell(Tree tree, Findings findings) {
        findings.fact("memory", mebibytes(tree.number(INFO, "MemTotal")));
        findings.fact("memoryAvailable", mebibytes(tree.number(INFO, "MemAvailable")));
        swap(tree, findings);
        hugePages(tree, findings);
        nodes(tree, findings);
    }

    private static void swap(Tree tree, Findings findings) {
        Long total = tree.number(INFO, "SwapTotal");
        Long free = tree.number(INFO, "SwapFree");
        if (total == null || free == null) {
            findings.fact("swap", null);
            return;
        }
        long used = total - free;
        findings.fact("swap", total == 0 ? "none" : used / 1024 + " of " + total / 1024 + " MiB used");
        if (used > 0) {
            findings.mark(
                    Math.max(1, used / 1024) + " MiB are swapped out",
                    "end other programs, then empty the swap space (swapoff -a; swapon -a)");
        }
    }

    private static void hugePages(Tree tree, Findings findings) {
        String enabled = chosen(tree.text(PAGES + "enabled"));
        findings.fact("transparentHugePages", enabled);
        findings.fact("transparentHugePagesDefrag", chosen(tree.text(PAGES + "defrag")));
        if ("always".equals(enabled)) {
            findings.mark(
                    "transparent huge pages are always used, so the kernel may move memory at any time",
                    "leave it to the JVM (echo madvise > /sys/kernel/mm/transparent_hugepage/enabled)");
        }
    }

    private static void nodes(Tree tree, Findings findings) {
        List<String> nodes = tree.names(NODES, "node\\d+");
        findings.fact("numaNodes", nodes.isEmpty() ? null : Integer.valueOf(nodes.size()));
        findings.fact(
                "numaProcessors",
                nodes.isEmpty()
                        ? null
                        : nodes.stream()
                                .map(node -> node.substring("node".length()) + ": "
                                        + tree.text(NODES + "/" + node + "/cpulist"))
                                .collect(Collectors.joining("; ")));
        Long balancing = tree.number("proc/sys/kernel/numa_balancing");
        findings.fact("numaBalancing", balancing == null ? null : balancing == 0 ? "off" : "on");
        if (nodes.size() > 1) {
            findings.mark(
                    "memory is spread over " + nodes.size() + " NUMA nodes",
                    "bind the run to one (numactl --cpunodebind=0 --membind=0), or say that it was not");
        }
    }

    private static @Nullable String mebibytes(@Nullable Long kibibytes) {
        return kibibytes == null ? null : kibibytes / 1024 + " MiB";
    }

    /** The kernel shows a choice as {@code always [madvise] never}. */
    private static @Nullable String chosen(@Nullable String text) {
        if (text == null) {
            return null;
        }
        Matcher matcher = CHOSEN.matcher(text);
        return matcher.find() ? matcher.group(1) : null;
    }
}
