// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.results;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads what the small programs print, one object per figure: those with a "figure" and a "system", with a "program", with a
 * "scenario" and a "scheduler" (simulated) or a "control" (played with real links), with a "dispatcher" and its rates, or with
 * a "system" and its numbers. Repetitions become forks of one result. The first number is the figure, others are beside it.
 */
public final class LineReader {
    private static final String SYSTEM = "system";
    private static final String OURS = "troupe";
    private static final String CONTROL = "control";
    private static final String RECOVERY = "recoveryMillis";
    private static final Set<String> TEXT_OF_FIGURES = Set.of("figure", SYSTEM, "unit", "java");
    /** Numbers that say how the program was started and not what it found. */
    private static final Set<String> SETTINGS = Set.of(
            "run",
            "subscribers",
            "bytes",
            "pipes",
            "processors",
            "workers",
            "links",
            "count",
            "busyMicros",
            "oneIn",
            "floods",
            "longMicros",
            "loadPercent");

    private static final Set<String> DISPATCHERS =
            Set.of("stealing", "dedicated", "adaptive", "pool", "virtual", "same", "cross");

    private LineReader() {}

    /** Whether a program printed this. */
    public static boolean understands(JsonNode object) {
        return object.isObject()
                && (object.has("figure")
                        || object.has("program")
                        || object.has("scenario")
                        || object.has("dispatcher")
                        || object.has(SYSTEM));
    }

    /**
     * Reads the objects of a file.
     *
     * @param file its name, for the sources
     * @param objects in order
     */
    public static Results read(String file, Iterable<JsonNode> objects) {
        Results all = Results.NONE;
        int index = 0;
        for (JsonNode object : objects) {
            Source source = new Source(file, index++);
            Map<String, String> facts =
                    object.has("java") ? Map.of("java", object.path("java").asText()) : Map.of();
            List<Metric> metrics = object.has("perSecond") ? rates(object) : numbers(object);
            if (!metrics.isEmpty()) {
                Result result = result(object, metrics, source);
                all = all.and(Results.of(facts, List.of(result), marks(object, source)));
            }
        }
        return all;
    }

    private static List<String> marks(JsonNode object, Source source) {
        return object.path(RECOVERY).asInt() < 0
                ? List.of("the rate did not come back in " + benchmark(object) + ", " + source)
                : List.of();
    }

    private static Result result(JsonNode object, List<Metric> metrics, Source source) {
        Map<String, String> params = new LinkedHashMap<>();
        String system =
                object.path(object.has("scheduler") ? "scheduler" : SYSTEM).asText(OURS);
        String dispatcher = object.path("dispatcher").asText();
        if (object.has(CONTROL) && !object.path(CONTROL).asText().equals("nak")) {
            system = OURS + "-" + object.path(CONTROL).asText();
        }
        if (!object.has("scheduler") && DISPATCHERS.contains(system)) {
            dispatcher = system;
            system = OURS;
        }
        if (!dispatcher.isEmpty()) {
            params.put(Result.DISPATCHER, dispatcher);
        }
        object.properties().forEach(field -> {
            boolean text = field.getValue().isTextual()
                    && object.has("program")
                    && !field.getKey().equals("program");
            if (text
                    || (SETTINGS.contains(field.getKey())
                            && !Set.of("run", "count", "processors").contains(field.getKey()))) {
                params.put(field.getKey(), field.getValue().asText());
            }
        });
        return new Result(
                suite(object),
                benchmark(object),
                system,
                params,
                metrics.get(0),
                metrics.subList(1, metrics.size()),
                List.of(source));
    }

    private static String suite(JsonNode object) {
        if (object.has("suite")) {
            return object.path("suite").asText();
        }
        if (object.has("program")) {
            return "sp";
        }
        if (object.has("scenario")) {
            return object.has(CONTROL) ? "backpressure" : "simulation";
        }
        return object.has("perSecond") ? "phase" : "footprint";
    }

    private static String benchmark(JsonNode object) {
        for (String name : List.of("figure", "program", "scenario")) {
            if (object.has(name)) {
                return object.path(name).asText();
            }
        }
        return object.has("perSecond") ? "PhaseTimeline" : "ContextSwitches";
    }

    /** Phases are forks, intervals their iterations. */
    private static List<Metric> rates(JsonNode object) {
        List<double[]> phases = new ArrayList<>();
        for (JsonNode phase : object.path("perSecond")) {
            double[] rates = new double[phase.size()];
            for (int i = 0; i < rates.length; i++) {
                rates[i] = phase.get(i).asDouble();
            }
            phases.add(rates);
        }
        return phases.isEmpty()
                ? List.of()
                : List.of(Metric.of("rate", "ops/s", Samples.of(phases.toArray(double[][]::new))));
    }

    private static List<Metric> numbers(JsonNode object) {
        List<Metric> metrics = new ArrayList<>();
        Iterator<Map.Entry<String, JsonNode>> fields = object.properties().iterator();
        while (fields.hasNext()) {
            Map.Entry<String, JsonNode> field = fields.next();
            String name = field.getKey();
            double value = field.getValue().asDouble();
            boolean never = name.equals(RECOVERY) && value < 0; // a mark says so
            if (never || !field.getValue().isNumber() || SETTINGS.contains(name) || TEXT_OF_FIGURES.contains(name)) {
                continue;
            }
            String unit = object.has("unit") ? object.path("unit").asText() : unit(name);
            metrics.add(Metric.of(name, unit, Samples.single(value)));
        }
        return metrics;
    }

    /** What the names of the fields say. */
    private static String unit(String name) {
        if (name.endsWith("PerSecond") && !name.contains("oluntary")) {
            return "ops/s";
        }
        if (name.endsWith("per-second")) {
            return "ops/s";
        }
        if (name.endsWith("Nanos")) {
            return "ns";
        }
        if (name.equals("nanosPerMessage")) {
            return "ns/op";
        }
        if (name.endsWith("Millis")) {
            return "ms";
        }
        if (name.endsWith("Megabytes")) {
            return "MB";
        }
        if (name.contains("bytes")) {
            return "B";
        }
        if (name.equals("goodput")) {
            return "% of capacity";
        }
        return name.endsWith("percent") ? "%" : name;
    }
}
