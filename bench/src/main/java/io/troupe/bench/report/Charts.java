// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.troupe.bench.harness.Spread;
import io.troupe.bench.results.Role;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Chooses the pictures for a series and specifies them. A number with three values or more becomes the lower axis of lines, one
 * picture for each combination of the other parameters; of threads, clients and the like two are enough, because they show how it
 * scales. Everything else is bars.
 */
final class Charts {
    private static final int ENOUGH_FOR_LINES = 3;
    private static final int ENOUGH_TO_SCALE = 2;
    private static final Set<String> SCALES = Set.of("threads", "workers", "producers", "clients", "outstanding");

    /** From this ratio of the highest to the lowest figure on an axis is logarithmic, or the small ones would not be seen. */
    private static final double SPAN = 25;

    private static final int BAR = 22;
    private static final int FRAME = 70;
    private static final int LINES = 380;

    /** Told apart by people who see few colours, too. */
    private static final List<String> COLOURS =
            List.of("#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377");

    private static final String GREY = "#888888";
    private static final List<String> POINTS =
            List.of("rect", "rectRot", "triangle", "circle", "star", "crossRot", "rectRounded", "cross");

    private static final String TYPE = "type";
    private static final String LABEL = "label";
    private static final String BACKGROUND = "backgroundColor";

    private final Cells cells;
    private final List<Chart> charts = new ArrayList<>();

    private Charts(Cells cells) {
        this.cells = cells;
    }

    /** The pictures of a series, in the order to be shown. */
    static List<Chart> of(Cells cells) {
        Charts charts = new Charts(cells);
        if (!cells.cells().isEmpty()) {
            charts.draw();
        }
        return charts.charts;
    }

    private void draw() {
        Optional<String> axis = cells.varying().stream()
                .filter(name -> cells.isNumeric(name)
                        && cells.count(name) >= (SCALES.contains(name) ? ENOUGH_TO_SCALE : ENOUGH_FOR_LINES))
                .max(Comparator.comparingInt(cells::count));
        if (axis.isEmpty()) {
            bars();
        } else {
            split(axis.get()).forEach((conditions, part) -> lines(conditions, part, axis.get()));
        }
    }

    /** Cells that differ in nothing but one parameter, by the words for the rest. */
    private Map<String, List<List<Row>>> split(String inside) {
        List<String> outside =
                cells.varying().stream().filter(name -> !name.equals(inside)).toList();
        return cells.cells().stream()
                .collect(Collectors.groupingBy(
                        cell -> Cells.words(cell.get(0), outside), LinkedHashMap::new, Collectors.toList()));
    }

    /** A bar ends at the median, a line over it goes from the lowest to the highest figure; a row of words begins each cell. */
    private void bars() {
        ObjectNode specification = specification("bar");
        ObjectNode data = specification.putObject("data");
        ArrayNode labels = data.putArray("labels");
        ArrayNode datasets = data.putArray("datasets");
        ObjectNode ranges =
                dataset(datasets, "lowest to highest", 0).put("barThickness", 3).put(BACKGROUND, "#666666");
        ArrayNode spreads = ranges.putArray("data");
        ObjectNode medians = dataset(datasets, "median", 1).put("barThickness", BAR * 2 / 3);
        ArrayNode figures = medians.putArray("data");
        ArrayNode colours = medians.putArray(BACKGROUND);
        for (List<Row> cell : cells.cells()) {
            String where = Cells.words(cell.get(0), cells.varying());
            if (!where.isEmpty()) {
                labels.add(where);
                spreads.addNull();
                figures.addNull();
                colours.addNull();
            }
            for (Row row : cell) {
                labels.add(row.system() + (row.isDisturbed() ? " †" : ""));
                colours.add(colour(row));
                if (row.isMeasured()) {
                    figures.add(row.spread().median());
                    spreads.addArray().add(row.spread().low()).add(row.spread().high());
                } else {
                    figures.addNull();
                    spreads.addNull();
                }
            }
        }
        ObjectNode options = specification.putObject("options").put("indexAxis", "y");
        options.putObject("plugins").putObject("legend").put("display", false);
        ObjectNode scales = options.putObject("scales");
        scale(scales, "x", cells.series().axis(), isWide(cells.cells(), Spread::low, Spread::high));
        scales.putObject("y").putObject("ticks").put("autoSkip", false);
        charts.add(chart("", "", cells.cells(), FRAME + BAR * labels.size(), specification));
    }

    private static ObjectNode dataset(ArrayNode datasets, String label, int order) {
        return datasets.addObject().put(LABEL, label).put("order", order).put("grouped", false);
    }

    /** A line through the medians, and a band from the lowest to the highest figures. */
    private void lines(String conditions, List<List<Row>> part, String axis) {
        ObjectNode specification = specification("line");
        ArrayNode datasets = specification.putObject("data").putArray("datasets");
        List<String> systems = cells.systems();
        for (String system : systems) {
            List<Row> rows = part.stream()
                    .flatMap(Collection::stream)
                    .filter(row -> row.system().equals(system) && row.isMeasured())
                    .toList();
            if (!rows.isEmpty()) {
                line(datasets, rows, axis, systems.indexOf(system));
            }
        }
        ObjectNode scales = specification.putObject("options").putObject("scales");
        scale(scales, "x", axis, isWide(part, row -> x(row, axis)));
        scale(scales, "y", cells.series().axis(), isWide(part, Spread::low, Spread::high));
        charts.add(chart(" by " + axis, conditions, part, LINES, specification));
    }

    private void line(ArrayNode datasets, List<Row> rows, String axis, int slot) {
        Role role = rows.get(0).role();
        String colour = colour(rows.get(0));
        ObjectNode medians = datasets.addObject()
                .put(LABEL, rows.get(0).system())
                .put("borderColor", colour)
                .put(BACKGROUND, role == Role.PEER ? "transparent" : colour)
                .put("borderWidth", role == Role.OURS ? 2.5 : 1.4)
                .put("pointStyle", POINTS.get(slot % POINTS.size()))
                .put("pointRadius", 5);
        if (role == Role.LIMIT) {
            medians.putArray("borderDash").add(2).add(3);
        }
        points(medians, rows, axis, Spread::median);
        ObjectNode low = band(datasets);
        points(low, rows, axis, Spread::low);
        ObjectNode high = band(datasets).put("fill", "-1").put(BACKGROUND, colour + "33");
        points(high, rows, axis, Spread::high);
    }

    /** Without a name, so that neither legend nor tooltip show it. */
    private static ObjectNode band(ArrayNode datasets) {
        return datasets.addObject().put(LABEL, "").put("borderWidth", 0).put("pointRadius", 0);
    }

    private static void points(ObjectNode dataset, List<Row> rows, String axis, ToDoubleFunction<Spread> figure) {
        ArrayNode data = dataset.putArray("data");
        rows.forEach(row -> data.addObject().put("x", x(row, axis)).put("y", figure.applyAsDouble(row.spread())));
    }

    private static double x(Row row, String axis) {
        return Cells.number(row.parameters().getOrDefault(axis, "")).orElseThrow();
    }

    private static ObjectNode specification(String type) {
        return JsonNodeFactory.instance.objectNode().put(TYPE, type);
    }

    private static void scale(ObjectNode scales, String name, String title, boolean wide) {
        ObjectNode scale = scales.putObject(name).put(TYPE, wide ? "logarithmic" : "linear");
        if (!wide) {
            scale.put("beginAtZero", true);
        }
        scale.putObject("title").put("display", true).put("text", title);
    }

    private static boolean isWide(List<List<Row>> part, ToDoubleFunction<Spread> low, ToDoubleFunction<Spread> high) {
        return isWide(part, row -> low.applyAsDouble(row.spread()))
                || isWide(part, row -> high.applyAsDouble(row.spread()));
    }

    private static boolean isWide(List<List<Row>> part, ToDoubleFunction<Row> figure) {
        double[] figures = part.stream()
                .flatMap(Collection::stream)
                .filter(Row::isMeasured)
                .mapToDouble(figure)
                .sorted()
                .toArray();
        return figures.length > 0 && figures[0] > 0 && figures[figures.length - 1] > SPAN * figures[0];
    }

    private String colour(Row row) {
        return row.role() == Role.LIMIT ? GREY : COLOURS.get(cells.systems().indexOf(row.system()) % COLOURS.size());
    }

    private Chart chart(String how, String conditions, List<List<Row>> part, int height, ObjectNode specification) {
        Series series = cells.series();
        String title = series.name() + how + (conditions.isEmpty() ? "" : ", " + conditions);
        String description = part.stream()
                .map(this::words)
                .collect(Collectors.joining("; ", "Medians in " + series.axis() + ". ", "."));
        return new Chart(title, description, height, specification);
    }

    private String words(List<Row> cell) {
        String where = Cells.words(cell.get(0), cells.varying());
        return (where.isEmpty() ? "" : where + ": ")
                + cell.stream()
                        .map(row ->
                                row.system() + " " + Numbers.value(row.spread().median()))
                        .collect(Collectors.joining(", "));
    }
}
