// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.machine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a virtual machine makes of its options: many settings are chosen by it and differ between machines. */
public final class Jvm {
    private static final Pattern FLAG = Pattern.compile("^\\s*\\S+\\s+(\\w+)\\s*:?=\\s*(\\S*)");
    private static final String UNKNOWN = "unknown";
    private static final Map<String, String> COLLECTORS = Map.of(
            "UseSerialGC", "Serial",
            "UseParallelGC", "Parallel",
            "UseG1GC", "G1",
            "UseZGC", "Z",
            "UseShenandoahGC", "Shenandoah",
            "UseEpsilonGC", "Epsilon");

    private Jvm() {}

    /**
     * Starts the Java that runs this program with the options and asks for its settings.
     *
     * @param options of the virtual machines that are measured
     * @return vendor, collector, heap and more; "unknown" if it did not start or does not tell
     */
    public static Map<String, String> facts(List<String> options) {
        List<String> command = new ArrayList<>();
        Path java = Path.of(System.getProperty("java.home", ""), "bin", "java");
        command.add(Files.isExecutable(java) ? java.toString() : "java");
        command.addAll(options);
        command.addAll(List.of("-XX:+PrintFlagsFinal", "-version"));
        return facts(Output.of(command, true), System.getProperty("java.vendor", UNKNOWN));
    }

    /** Reads what such a virtual machine printed. */
    static Map<String, String> facts(@Nullable String printed, String vendor) {
        Map<String, String> flags = flags(printed == null ? "" : printed);
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("jvmVendor", vendor);
        facts.put("collector", collector(flags));
        facts.put("heapInitial", mebibytes(flags.get("InitialHeapSize")));
        facts.put("heapLimit", mebibytes(flags.get("MaxHeapSize")));
        facts.put("heapTouched", switched(flags, "AlwaysPreTouch"));
        facts.put("compressedOops", switched(flags, "UseCompressedOops"));
        facts.put("compactHeaders", switched(flags, "UseCompactObjectHeaders"));
        facts.put("jvmHugePages", switched(flags, "UseTransparentHugePages"));
        facts.put("jvmNuma", switched(flags, "UseNUMA"));
        facts.put("tieredCompilation", switched(flags, "TieredCompilation"));
        facts.put("collectorThreads", flags.getOrDefault("ParallelGCThreads", UNKNOWN));
        facts.put("compilerThreads", flags.getOrDefault("CICompilerCount", UNKNOWN));
        return facts;
    }

    private static Map<String, String> flags(String printed) {
        Map<String, String> flags = new LinkedHashMap<>();
        printed.lines().forEach(line -> {
            Matcher matcher = FLAG.matcher(line);
            if (matcher.find()) {
                flags.put(matcher.group(1), matcher.group(2));
            }
        });
        return flags;
    }

    private static String collector(Map<String, String> flags) {
        return COLLECTORS.entrySet().stream()
                .filter(entry -> "true".equals(flags.get(entry.getKey())))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(UNKNOWN);
    }

    /** Some flags exist only in some versions. */
    private static String switched(Map<String, String> flags, String name) {
        String value = flags.get(name);
        return value == null ? UNKNOWN : "true".equals(value) ? "on" : "off";
    }

    private static String mebibytes(@Nullable String bytes) {
        return bytes == null || !bytes.matches("\\d{1,18}") ? UNKNOWN : (Long.parseLong(bytes) >> 20) + " MiB";
    }
}
