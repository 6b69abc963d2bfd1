// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.results;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes results in the benchmark format of Go, which {@code benchstat} reads: facts as "key: value", then a line per sample
 * (the median of a fork), as "BenchmarkTell/system=pekko/actors=8-2 5 63.1 ns/op". The number of processors ends the name.
 * The count is that of the iterations behind the sample. Times are in nanoseconds.
 *
 * @see <a href="https://golang.org/design/14313-benchmark-format">the format</a>
 */
public final class GoFormat {
    private static final String NANOS = "ns";
    private static final String PER_OPERATION = "/op";

    private GoFormat() {}

    /** All results as text; the controls of A/A runs are left out. */
    public static String text(Results results) {
        StringBuilder text = new StringBuilder();
        results.environment().forEach((name, value) -> fact(name, value, text));
        int processors = processors(results.environment());
        Map<String, Better> units = new TreeMap<>();
        StringBuilder lines = new StringBuilder();
        for (Result result : results.results()) {
            lines(result, processors, units, lines);
        }
        units.forEach((unit, better) -> text.append("Unit ")
                .append(unit)
                .append(" better=")
                .append(better.name().toLowerCase(Locale.ROOT))
                .append('\n'));
        return text.append('\n').append(lines).toString();
    }

    private static void fact(String name, String value, StringBuilder text) {
        String key = key(name);
        String line = value.replaceAll("\\s+", " ").trim();
        if (!key.isEmpty() && !line.isEmpty()) {
            text.append(key).append(": ").append(line).append('\n');
        }
    }

    /** Begins with a small letter and has neither blanks nor capitals nor colons. */
    private static String key(String name) {
        StringBuilder key = new StringBuilder();
        for (int at = 0; at < name.length(); at++) {
            char c = name.charAt(at);
            if (Character.isUpperCase(c)) {
                boolean within = at > 0 && Character.isLetterOrDigit(name.charAt(at - 1));
                key.append(within ? "-" : "").append(Character.toLowerCase(c));
            } else {
                key.append(Character.isWhitespace(c) || c == ':' ? '-' : c);
            }
        }
        return key.isEmpty() || Character.isLowerCase(key.charAt(0)) ? key.toString() : "x-" + key;
    }

    private static int processors(Map<String, String> environment) {
        String processors = environment.getOrDefault("processors", "").trim();
        return processors.matches("[1-9]\\d{0,5}")
                ? Integer.parseInt(processors)
                : Runtime.getRuntime().availableProcessors();
    }

    private static void lines(Result result, int processors, Map<String, Better> units, StringBuilder lines) {
        String name = name(result) + "-" + processors;
        Samples samples = result.samples();
        for (int fork = 0; fork < samples.forks(); fork++) {
            lines.append(name).append(' ').append(samples.iterations(fork).length);
            value(result.metric(), "", fork, units, lines);
            for (Metric metric : result.secondary()) {
                if (fork < metric.samples().forks()) {
                    value(metric, escaped(metric.name()) + "-", fork, units, lines);
                }
            }
            lines.append('\n');
        }
    }

    private static void value(Metric metric, String before, int fork, Map<String, Better> units, StringBuilder lines) {
        double factor = Units.convert(1, metric.unit(), NANOS).orElse(1);
        boolean time = Units.convert(1, metric.unit(), NANOS).isPresent();
        String unit = before + (time ? NANOS + PER_OPERATION : escaped(metric.unit()));
        units.putIfAbsent(unit, metric.better());
        lines.append(' ')
                .append(metric.samples().medians()[fork] * factor)
                .append(' ')
                .append(unit);
    }

    private static String name(Result result) {
        StringBuilder name = new StringBuilder("Benchmark");
        String simple = result.benchmark().replaceAll("Benchmark$", "");
        boolean repeated =
                simple.toLowerCase(Locale.ROOT).startsWith(result.suite().toLowerCase(Locale.ROOT));
        name.append(repeated ? "" : capital(result.suite())).append(capital(simple));
        name.append("/system=").append(part(result.system()));
        result.params()
                .forEach((key, value) ->
                        name.append('/').append(part(key)).append('=').append(part(value)));
        return name.toString();
    }

    /** Parts of a name begin with a capital letter each. */
    private static String capital(String part) {
        StringBuilder text = new StringBuilder();
        for (String word : part.split("[^\\p{L}\\p{N}]+", -1)) {
            if (!word.isEmpty()) {
                text.append(Character.toUpperCase(word.charAt(0))).append(word.substring(1));
            }
        }
        return text.toString();
    }

    /** A part of a name, which must not have the separator of parts either. */
    private static String part(String text) {
        return escaped(text).replace('/', '_');
    }

    /** Without what separates fields and keys from values. */
    private static String escaped(String text) {
        String escaped = text.trim().replaceAll("[\\s\\p{Cntrl}=]+", "_");
        return escaped.isEmpty() ? "_" : escaped;
    }
}
