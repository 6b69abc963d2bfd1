// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The kernel, its clock and its options, and what it runs on. */
final class Kernel {
    private static final String CLOCK = "sys/devices/system/clocksource/clocksource0/";
    private static final String FLAWS = Processors.FOLDER + "/vulnerabilities";
    private static final String PRODUCT = "sys/class/dmi/id/";
    private static final Set<String> SLOW_CLOCKS = Set.of("hpet", "acpi_pm", "jiffies", "refined-jiffies", "pit");

    /** Only these options are recorded; others say nothing about figures and may name machines and persons. */
    private static final Set<String> OPTIONS = Set.of(
            "isolcpus",
            "nohz",
            "nohz_full",
            "rcu_nocbs",
            "rcu_nocb_poll",
            "irqaffinity",
            "mitigations",
            "nosmt",
            "maxcpus",
            "nr_cpus",
            "idle",
            "processor.max_cstate",
            "intel_idle.max_cstate",
            "cpuidle.off",
            "intel_pstate",
            "amd_pstate",
            "cpufreq.default_governor",
            "clocksource",
            "tsc",
            "transparent_hugepage",
            "hugepages",
            "hugepagesz",
            "numa",
            "numa_balancing",
            "preempt",
            "threadirqs",
            "skew_tick",
            "nosoftlockup",
            "nowatchdog",
            "psi",
            "spectre_v2",
            "pti",
            "nopti",
            "spec_store_bypass_disable",
            "retbleed",
            "l1tf",
            "mds",
            "tsx",
            "highres",
            "audit");

    private static final List<String> GUESTS = List.of(
            "kvm",
            "qemu",
            "vmware",
            "virtualbox",
            "xen",
            "virtual machine",
            "bochs",
            "parallels",
            "amazon ec2",
            "google compute engine",
            "openstack",
            "firecracker",
            "bhyve");

    private Kernel() {}

    static void tell(Tree tree, Findings findings) {
        findings.fact("kernel", tree.text("proc/sys/kernel/osrelease"));
        findings.fact("kernelOptions", options(tree));
        findings.fact("vulnerabilities", flaws(tree));
        String hypervisor = hypervisor(tree);
        findings.fact("hypervisor", hypervisor);
        if (hypervisor != null && !"none".equals(hypervisor)) {
            findings.mark(
                    "this is a virtual machine",
                    "compare only within one run, what its neighbours and its host's clock rate do cannot be seen");
        }
        findings.fact("container", tree.has(".dockerenv") ? "docker" : tree.has("run/.containerenv") ? "podman" : null);
        String clock = tree.text(CLOCK + "current_clocksource");
        findings.fact("clock", clock);
        findings.fact("clocks", tree.text(CLOCK + "available_clocksource"));
        if (clock != null && SLOW_CLOCKS.contains(clock)) {
            findings.mark(
                    "the clock is " + clock + ", which takes about a microsecond to read",
                    "find out why the kernel does not trust tsc; do not measure single messages with it");
        }
    }

    /** Null if it cannot be told: not every processor says that it is not a real one. */
    static @Nullable String hypervisor(Tree tree) {
        String type = tree.text("sys/hypervisor/type");
        if (type != null) {
            return type;
        }
        String vendor = tree.text(PRODUCT + "sys_vendor");
        String product = tree.text(PRODUCT + "product_name");
        String name = ((vendor == null ? "" : vendor) + " " + (product == null ? "" : product)).strip();
        String flags = tree.value(Processors.INFO, "flags");
        boolean flag = flags != null && List.of(flags.split(" ", -1)).contains("hypervisor");
        String lower = name.toLowerCase(Locale.ROOT);
        if (flag || (flags == null && GUESTS.stream().anyMatch(lower::contains))) {
            return name.isEmpty() ? "yes" : name;
        }
        return flags == null ? null : "none";
    }

    private static @Nullable String options(Tree tree) {
        String line = tree.text("proc/cmdline");
        if (line == null) {
            return null;
        }
        List<String> known = new ArrayList<>();
        for (String word : line.split("\\s+", -1)) {
            if ("--".equals(word)) {
                break; // what follows is for the first process
            }
            if (OPTIONS.contains(word.split("=", 2)[0])) {
                known.add(word);
            }
        }
        return known.isEmpty() ? "none" : String.join(" ", known);
    }

    /** How many known flaws of processors cost time here, and how many do not. */
    private static @Nullable String flaws(Tree tree) {
        int mitigated = 0;
        int vulnerable = 0;
        int absent = 0;
        for (String flaw : tree.names(FLAWS, ".+")) {
            String state = tree.text(FLAWS + "/" + flaw);
            if (state == null) {
                continue;
            }
            if (state.startsWith("Not affected")) {
                absent++;
            } else if (state.startsWith("Vulnerable")) {
                vulnerable++;
            } else {
                mitigated++;
            }
        }
        return mitigated + vulnerable + absent == 0
                ? null
                : mitigated + " mitigated, " + vulnerable + " open, " + absent + " not there";
    }
}
