// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.results;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All results of a run in one JSON file, with every sample and the raw file it came from. */
public final class ResultFile {
    private static final String FORMAT = "troupeResults";
    private static final int VERSION = 1;
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private ResultFile() {}

    /** Whether this is such a file. */
    public static boolean understands(JsonNode root) {
        return root.isObject() && root.has(FORMAT);
    }

    /** As JSON, readable by {@link #read}. */
    public static String text(Results results) {
        ObjectNode root = NODES.objectNode().put(FORMAT, VERSION);
        ObjectNode environment = root.putObject("environment");
        results.environment().forEach(environment::put);
        ArrayNode marks = root.putArray("marks");
        results.marks().forEach(marks::add);
        ArrayNode all = root.putArray("results");
        results.results().forEach(result -> all.add(node(result)));
        ArrayNode controls = root.putArray("controls");
        results.controls().forEach(result -> controls.add(node(result)));
        return root.toPrettyString() + "\n";
    }

    /**
     * Reads such a file.
     *
     * @param file its name, for errors
     * @throws IllegalArgumentException if it is of another version or something is missing
     */
    public static Results read(String file, JsonNode root) {
        int version = root.path(FORMAT).asInt();
        if (version != VERSION) {
            throw new IllegalArgumentException(
                    "version of the results must be " + VERSION + ": version=" + version + ", file=" + file);
        }
        List<String> marks = new ArrayList<>();
        root.path("marks").forEach(mark -> marks.add(mark.asText()));
        return new Results(
                texts(root.path("environment")),
                results(file, root.path("results")),
                results(file, root.path("controls")),
                marks);
    }

    private static List<Result> results(String file, JsonNode array) {
        List<Result> results = new ArrayList<>();
        for (JsonNode node : array) {
            List<Metric> secondary = new ArrayList<>();
            node.path("secondary").forEach(metric -> secondary.add(metric(file, metric)));
            List<Source> sources = new ArrayList<>();
            node.path("sources")
                    .forEach(source -> sources.add(new Source(
                            source.path("file").asText(), source.path("index").asInt())));
            if (sources.isEmpty()) { // the program that measured it wrote this file
                sources.add(new Source(file, results.size()));
            }
            results.add(new Result(
                    node.path("suite").asText(),
                    node.path("benchmark").asText(),
                    node.path("system").asText(),
                    texts(node.path("params")),
                    metric(file, node.path("metric")),
                    secondary,
                    sources));
        }
        return results;
    }

    private static Metric metric(String file, JsonNode node) {
        List<double[]> forks = new ArrayList<>();
        for (JsonNode fork : node.path("samples")) {
            double[] figures = new double[fork.size()];
            for (int i = 0; i < figures.length; i++) {
                figures[i] = fork.get(i).asDouble(Double.NaN);
            }
            forks.add(figures);
        }
        if (forks.isEmpty() || !node.has("better")) {
            throw new IllegalArgumentException("metric must have samples and a direction: metric="
                    + node.path("name").asText() + ", file=" + file);
        }
        return new Metric(
                node.path("name").asText(),
                node.path("unit").asText(),
                Better.valueOf(node.path("better").asText()),
                Samples.of(forks.toArray(double[][]::new)));
    }

    private static Map<String, String> texts(JsonNode object) {
        Map<String, String> texts = new LinkedHashMap<>();
        object.properties()
                .forEach(field -> texts.put(field.getKey(), field.getValue().asText()));
        return texts;
    }

    private static ObjectNode node(Result result) {
        ObjectNode node = NODES.objectNode()
                .put("suite", result.suite())
                .put("benchmark", result.benchmark())
                .put("system", result.system());
        ObjectNode params = node.putObject("params");
        result.params().forEach(params::put);
        node.set("metric", node(result.metric()));
        ArrayNode secondary = node.putArray("secondary");
        result.secondary().forEach(metric -> secondary.add(node(metric)));
        ArrayNode sources = node.putArray("sources");
        result.sources()
                .forEach(
                        source -> sources.addObject().put("file", source.file()).put("index", source.index()));
        return node;
    }

    private static ObjectNode node(Metric metric) {
        ObjectNode node = NODES.objectNode()
                .put("name", metric.name())
                .put("unit", metric.unit())
                .put("better", metric.better().name());
        ArrayNode samples = node.putArray("samples");
        for (int fork = 0; fork < metric.samples().forks(); fork++) {
            ArrayNode figures = samples.addArray();
            for (double figure : metric.samples().iterations(fork)) {
                figures.add(figure);
            }
        }
        return node;
    }
}
