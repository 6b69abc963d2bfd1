// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.results;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reads what JMH writes with {@code -rf json}. "io.troupe.bench.tell.TellBenchmark.pekko" is the suite "tell", the benchmark
 * "TellBenchmark" and the system "pekko"; where the suite compares queues, their kind is the system and the method belongs to
 * the benchmark. More than one thread becomes a parameter. All modes are understood; of sampled times an iteration is the mean
 * of its histogram.
 */
public final class JmhReader {
    private static final String ROOT = "io.troupe.bench.";
    private static final Set<String> SUITES_OF_KINDS = Set.of("mailbox", "queue");
    private static final String KIND = "kind";

    private final String file;
    private final Map<String, String> environment = new LinkedHashMap<>();
    private final List<Result> results = new ArrayList<>();
    private final List<String> marks = new ArrayList<>();

    private JmhReader(String file) {
        this.file = file;
    }

    /** Whether this is JMH's: an array of entries with the name of a benchmark and a primary metric. An empty array is, too. */
    public static boolean understands(JsonNode root) {
        return root.isArray()
                && (root.isEmpty()
                        || (root.get(0).has("benchmark") && root.get(0).has("primaryMetric")));
    }

    /**
     * Reads a file.
     *
     * @param file its name, for the sources
     * @param root its text
     * @throws IllegalArgumentException if an entry is not as JMH writes it
     */
    public static Results read(String file, JsonNode root) {
        JmhReader reader = new JmhReader(file);
        int index = 0;
        for (JsonNode entry : root) {
            reader.entry(entry, new Source(file, index++));
        }
        return Results.of(reader.environment, List.of(), reader.marks)
                .and(Results.of(Map.of(), reader.results, List.of()));
    }

    private void entry(JsonNode entry, Source source) {
        String name = entry.path("benchmark").asText();
        int method = name.lastIndexOf('.');
        int type = method < 0 ? -1 : name.lastIndexOf('.', method - 1);
        if (type < 0) {
            throw new IllegalArgumentException(
                    "benchmark must be named package.Class.method: benchmark=" + name + ", source=" + source);
        }
        facts(entry);
        String where = name.startsWith(ROOT) ? name.substring(ROOT.length(), method) : lastPackage(name, type, method);
        int suite = where.indexOf('.');
        Optional<Metric> primary =
                metric("score", entry.path("primaryMetric"), entry.path("mode").asText());
        if (primary.isEmpty()) {
            marks.add("no figures of " + name + " in " + source);
            return;
        }
        String group = suite < 0 ? "" : where.substring(0, suite);
        Map<String, String> params = params(entry);
        String kind = SUITES_OF_KINDS.contains(group) ? params.remove(KIND) : null;
        results.add(new Result(
                group,
                kind == null ? where.substring(suite + 1) : name.substring(ROOT.length() + suite + 1),
                kind == null ? name.substring(method + 1) : kind,
                params,
                primary.get(),
                secondary(entry),
                List.of(source)));
    }

    private static String lastPackage(String name, int type, int method) {
        return name.substring(name.lastIndexOf('.', type - 1) + 1, method);
    }

    private void facts(JsonNode entry) {
        fact("jmh", entry.path("jmhVersion").asText());
        fact(
                "jdk",
                (entry.path("vmName").asText() + " " + entry.path("vmVersion").asText()).trim());
        List<String> options = new ArrayList<>();
        entry.path("jvmArgs").forEach(option -> options.add(option.asText()));
        environment.merge(Results.OPTIONS, String.join(" ", options), Results::options);
    }

    private void fact(String name, String value) {
        String before = value.isEmpty() ? value : environment.putIfAbsent(name, value);
        if (before != null && !before.equals(value)) {
            String words = name + " differs within " + file + ": " + before + " and " + value;
            if (!marks.contains(words)) {
                marks.add(words);
            }
        }
    }

    private static Map<String, String> params(JsonNode entry) {
        Map<String, String> params = new TreeMap<>();
        entry.path("params")
                .properties()
                .forEach(param -> params.put(param.getKey(), param.getValue().asText()));
        int threads = entry.path("threads").asInt(1);
        if (threads > 1) {
            params.putIfAbsent("threads", Integer.toString(threads));
        }
        return params;
    }

    private static List<Metric> secondary(JsonNode entry) {
        List<Metric> metrics = new ArrayList<>();
        entry.path("secondaryMetrics").properties().forEach(metric -> metric(metric.getKey(), metric.getValue(), "")
                .ifPresent(metrics::add));
        return metrics;
    }

    private static Optional<Metric> metric(String name, JsonNode metric, String mode) {
        String unit = metric.path("scoreUnit").asText();
        List<double[]> forks = new ArrayList<>();
        JsonNode raw = metric.path("rawData");
        boolean histogram = raw.isMissingNode();
        for (JsonNode fork : histogram ? metric.path("rawDataHistogram") : raw) {
            double[] figures = iterations(fork, histogram);
            if (figures.length > 0) {
                forks.add(figures);
            }
        }
        if (forks.isEmpty()) {
            return Optional.empty();
        }
        Better better = mode.equals("thrpt") ? Better.HIGHER : Better.of(unit);
        return Optional.of(new Metric(name, unit, better, Samples.of(forks.toArray(double[][]::new))));
    }

    /** Without those that are no numbers: JMH writes "NaN" where a profiler saw nothing. */
    private static double[] iterations(JsonNode fork, boolean histogram) {
        List<Double> figures = new ArrayList<>();
        for (JsonNode iteration : fork) {
            double figure = histogram ? mean(iteration) : iteration.asDouble(Double.NaN);
            if (Double.isFinite(figure)) {
                figures.add(figure);
            }
        }
        return figures.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static double mean(JsonNode histogram) {
        double sum = 0;
        long count = 0;
        for (JsonNode bucket : histogram) {
            sum += bucket.path(0).asDouble() * bucket.path(1).asLong();
            count += bucket.path(1).asLong();
        }
        return count == 0 ? Double.NaN : sum / count;
    }
}
