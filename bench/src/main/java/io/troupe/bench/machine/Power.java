// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What makes processors faster or slower, or puts them to sleep: frequencies, turbo, idle states, batteries. */
final class Power {
    private static final String SUPPLIES = "sys/class/power_supply";
    private static final String IDLE = Processors.FOLDER + "/cpu0/cpuidle";
    /** To wake up from such a state takes as long as many messages. */
    private static final int LONG_WAKE_UP_MICROS = 50;

    private final Tree tree;
    private final Findings findings;

    private Power(Tree tree, Findings findings) {
        this.tree = tree;
        this.findings = findings;
    }

    static void tell(Tree tree, Findings findings) {
        Power power = new Power(tree, findings);
        power.governor();
        power.turbo();
        power.idleStates();
        power.battery();
    }

    /** Mean frequency of all processors at this moment, in MHz. */
    static @Nullable Long frequency(Tree tree) {
        double mean = frequencies(tree, "scaling_cur_freq").stream()
                .mapToLong(Long::longValue)
                .average()
                .orElse(-1);
        return mean < 0 ? null : Long.valueOf(Math.round(mean / 1000));
    }

    private void governor() {
        Map<String, Integer> governors = new TreeMap<>();
        for (String cpu : tree.names(Processors.FOLDER, Processors.ONE)) {
            String governor = tree.text(Processors.FOLDER + "/" + cpu + "/cpufreq/scaling_governor");
            if (governor != null) {
                governors.merge(governor, 1, Integer::sum);
            }
        }
        String text = governors.isEmpty() ? null : String.join(", ", governors.keySet());
        findings.fact("governor", text);
        findings.fact("frequencyDriver", tree.text(Processors.FOLDER + "/cpu0/cpufreq/scaling_driver"));
        findings.fact("frequencyLimits", range("scaling_min_freq", "scaling_max_freq"));
        findings.fact("frequencyRange", range("cpuinfo_min_freq", "cpuinfo_max_freq"));
        int others = governors.entrySet().stream()
                .filter(entry -> !"performance".equals(entry.getKey()))
                .mapToInt(Map.Entry::getValue)
                .sum();
        if (others > 0) {
            findings.mark(
                    "the governor is not performance on every processor (" + text + ")",
                    "set it (cpupower frequency-set -g performance), otherwise the frequency follows the load");
        }
    }

    private void turbo() {
        Long off = tree.number(Processors.FOLDER + "/intel_pstate/no_turbo");
        Long on = off == null ? tree.number(Processors.FOLDER + "/cpufreq/boost") : Long.valueOf(1 - off);
        findings.fact("turbo", on == null ? null : on == 1 ? "on" : "off");
        if (on != null && on == 1) {
            findings.mark(
                    "turbo is on, so the frequency depends on heat and on how many cores work",
                    off == null
                            ? "switch it off (echo 0 > /sys/devices/system/cpu/cpufreq/boost)"
                            : "switch it off (echo 1 > /sys/devices/system/cpu/intel_pstate/no_turbo)");
        }
    }

    private void idleStates() {
        findings.fact("idleDriver", tree.text(Processors.FOLDER + "/cpuidle/current_driver"));
        String governor = tree.text(Processors.FOLDER + "/cpuidle/current_governor");
        findings.fact(
                "idleGovernor",
                governor == null ? tree.text(Processors.FOLDER + "/cpuidle/current_governor_ro") : governor);
        List<String> states = new ArrayList<>();
        long longest = 0;
        for (String state : tree.names(IDLE, "state\\d+")) {
            String name = tree.text(IDLE + "/" + state + "/name");
            Long latency = tree.number(IDLE + "/" + state + "/latency");
            Long disabled = tree.number(IDLE + "/" + state + "/disable");
            boolean off = disabled != null && disabled != 0;
            states.add((name == null ? state : name)
                    + (latency == null ? "" : " " + latency + " µs")
                    + (off ? " (off)" : ""));
            longest = off || latency == null ? longest : Math.max(longest, latency);
        }
        findings.fact("idleStates", states.isEmpty() ? null : String.join(", ", states));
        if (longest >= LONG_WAKE_UP_MICROS) {
            findings.mark(
                    "an idle processor may need " + longest + " µs to wake up",
                    "forbid deep states (cpupower idle-set -D " + LONG_WAKE_UP_MICROS
                            + ") before figures about rare messages");
        }
    }

    private void battery() {
        boolean present = false;
        boolean discharging = false;
        boolean mains = false;
        for (String supply : tree.names(SUPPLIES, ".+")) {
            String folder = SUPPLIES + "/" + supply + "/";
            boolean battery = "Battery".equals(tree.text(folder + "type"))
                    && !"Device".equals(tree.text(folder + "scope")); // that of a mouse
            present |= battery;
            discharging |= battery && "Discharging".equals(tree.text(folder + "status"));
            Long online = tree.number(folder + "online");
            mains |= online != null && online == 1;
        }
        boolean running = discharging && !mains;
        findings.fact(
                "power",
                running ? "battery" : mains ? "mains" : present ? null : tree.has(SUPPLIES) ? "no battery" : null);
        if (running) {
            findings.mark("the machine runs on its battery", "connect it to the mains, firmware saves power otherwise");
        }
    }

    private @Nullable String range(String low, String high) {
        List<Long> lows = frequencies(tree, low);
        List<Long> highs = frequencies(tree, high);
        if (lows.isEmpty() || highs.isEmpty()) {
            return null;
        }
        long least = lows.stream().mapToLong(Long::longValue).min().orElse(0);
        long most = highs.stream().mapToLong(Long::longValue).max().orElse(0);
        return least / 1000 + " to " + most / 1000 + " MHz";
    }

    /** In kHz, of all processors that have one. */
    private static List<Long> frequencies(Tree tree, String file) {
        return tree.names(Processors.FOLDER, Processors.ONE).stream()
                .map(cpu -> tree.number(Processors.FOLDER + "/" + cpu + "/cpufreq/" + file))
                .filter(frequency -> frequency != null)
                .collect(Collectors.toList());
    }
}
