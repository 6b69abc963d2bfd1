// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.machine;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Kind and number of processors.
 *
 * @param model the kind, as the processor names itself
 * @param sockets number of packages
 * @param cores number of cores in all sockets
 * @param threads number of hardware threads the kernel uses, 0 if unknown
 * @param siblings whether cores have more than one hardware thread in use
 */
record Processors(
        @Nullable String model,
        @Nullable Integer sockets,
        @Nullable Integer cores,
        int threads,
        @Nullable Boolean siblings) {
    static final String INFO = "proc/cpuinfo";
    static final String FOLDER = "sys/devices/system/cpu";
    /** Names of the folders of single processors. */
    static final String ONE = "cpu\\d+";

    static Processors of(Tree tree) {
        Set<String> sockets = new HashSet<>();
        Set<String> cores = new HashSet<>();
        for (String cpu : tree.names(FOLDER, ONE)) {
            String topology = FOLDER + "/" + cpu + "/topology/";
            String socket = tree.text(topology + "physical_package_id");
            String threads = tree.text(topology + "thread_siblings_list");
            if (socket != null && threads != null) { // an offline one has neither
                sockets.add(socket);
                cores.add(threads);
            }
        }
        List<String> info = tree.lines(INFO);
        if (cores.isEmpty()) {
            fromInfo(info, sockets, cores);
        }
        int threads = count(tree.text(FOLDER + "/online"));
        if (threads == 0) {
            threads = (int)
                    info.stream().filter(line -> line.startsWith("processor")).count();
        }
        return new Processors(
                model(tree),
                sockets.isEmpty() ? null : Integer.valueOf(sockets.size()),
                cores.isEmpty() ? null : Integer.valueOf(cores.size()),
                threads,
                siblings(tree, threads, cores.size()));
    }

    void tell(Findings findings) {
        findings.fact("cpu", model);
        findings.fact("sockets", sockets);
        findings.fact("cores", cores);
        findings.fact("hardwareThreads", threads == 0 ? null : Integer.valueOf(threads));
        findings.fact("smt", siblings == null ? null : siblings ? "on" : "off");
        if (threads == 1) {
            findings.mark(
                    "the machine has a single processor",
                    "take no figures about threads from it, everything waits for everything else");
        }
        if (siblings == null) {
            findings.mark(
                    "whether processors share cores cannot be seen",
                    "compare only within one run, two threads may have been on one core or on two");
        } else if (siblings) {
            findings.mark(
                    "SMT is on, so two hardware threads share a core",
                    "switch it off (echo off > /sys/devices/system/cpu/smt/control) or pin the run to one thread per core");
        }
    }

    /** Numbers in a list of ranges like {@code 0-3,8}; 0 if it is none. */
    static int count(@Nullable String ranges) {
        if (ranges == null) {
            return 0;
        }
        long count = 0;
        for (String range : ranges.strip().split(",", -1)) {
            String[] ends = range.split("-", 2);
            Long first = Tree.parse(ends[0]);
            Long last = Tree.parse(ends[ends.length - 1]);
            if (first == null || last == null || last < first) {
                return 0;
            }
            count += last - first + 1;
        }
        return (int) Math.min(count, Integer.MAX_VALUE);
    }

    private static @Nullable Boolean siblings(Tree tree, int threads, int cores) {
        Long active = tree.number(FOLDER + "/smt/active");
        if (active != null) {
            return active == 1;
        }
        return (cores == 0 || threads == 0) ? null : Boolean.valueOf(threads > cores);
    }

    /** The kernels of x86 name socket and core there, too; others do not. */
    private static void fromInfo(List<String> info, Set<String> sockets, Set<String> cores) {
        String socket = null;
        for (String line : info) {
            String value = line.substring(line.indexOf(':') + 1).strip();
            if (line.startsWith("physical id")) {
                socket = value;
                sockets.add(value);
            } else if (line.startsWith("core id") && socket != null) {
                cores.add(socket + "/" + value);
            }
        }
    }

    /** Processors of ARM have numbers instead of a name. */
    private static @Nullable String model(Tree tree) {
        String name = tree.value(INFO, "model name");
        if (name != null) {
            return name;
        }
        String implementer = tree.value(INFO, "CPU implementer");
        String part = tree.value(INFO, "CPU part");
        return implementer == null || part == null ? null : "implementer " + implementer + " part " + part;
    }
}
