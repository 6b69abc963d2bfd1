// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Where and when figures were made.
 *
 * @param facts in the order in which they are shown
 */
public record Machine(Map<String, String> facts) {
    private static final Path PROCESSORS = Path.of("/proc/cpuinfo");
    private static final String UNKNOWN = "unknown";

    /**
     * Looks around. The commit is that of the directory the program was started in.
     *
     * @param jvm options of the virtual machines that are measured
     */
    public static Machine current(List<String> jvm) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("date", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        facts.put("commit", commit());
        facts.put("os", property("os.name") + " " + property("os.version") + " " + property("os.arch"));
        facts.put("cpu", processor());
        facts.put("processors", Integer.toString(Runtime.getRuntime().availableProcessors()));
        facts.put("jdk", property("java.vm.name") + " " + property("java.runtime.version"));
        facts.put("jvmOptions", String.join(" ", jvm));
        return new Machine(facts);
    }

    /** One line per fact. */
    public String lines() {
        StringBuilder lines = new StringBuilder();
        facts.forEach((name, value) -> lines.append(String.format("%-11s %s%n", name, value)));
        return lines.toString();
    }

    private static String property(String name) {
        return System.getProperty(name, UNKNOWN);
    }

    private static String processor() {
        if (!Files.isReadable(PROCESSORS)) {
            return UNKNOWN;
        }
        try (Stream<String> lines = Files.lines(PROCESSORS)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .findFirst()
                    .map(line -> line.substring(line.indexOf(':') + 1).trim())
                    .orElse(UNKNOWN);
        } catch (IOException e) {
            return UNKNOWN;
        }
    }

    /** With "-dirty" if something is not committed. */
    private static String commit() {
        try {
            Process git = new ProcessBuilder("git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String text = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
            return git.waitFor() == 0 ? text : UNKNOWN;
        } catch (IOException e) {
            return UNKNOWN; // there is no git
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return UNKNOWN;
        }
    }
}
