// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report.html;

import io.troupe.bench.report.plot.BarPlot;
import io.troupe.bench.report.plot.BoxPlot;
import io.troupe.bench.report.plot.Caption;
import io.troupe.bench.report.plot.Group;
import io.troupe.bench.report.plot.HeatPlot;
import io.troupe.bench.report.plot.LinePlot;
import io.troupe.bench.report.plot.Numbers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Chooses the pictures for a series. A number with three values or more becomes the lower axis of lines, one picture for each
 * combination of the other parameters; of threads, clients and the like two are enough, because they show how it scales. Two
 * numbers that vary give a grid, too; everything else is bars, or boxes where bars would not be seen.
 */
final class Pictures {
    private static final int ENOUGH_FOR_LINES = 3;
    private static final int ENOUGH_TO_SCALE = 2;
    private static final Set<String> SCALES = Set.of("threads", "workers", "producers", "clients", "outstanding");

    private final Cells cells;
    private final String id;
    private final List<String> pictures = new ArrayList<>();

    private Pictures(Cells cells, String id) {
        this.cells = cells;
        this.id = id;
    }

    /**
     * Draws.
     *
     * @param id unique in the page
     */
    static List<String> of(Cells cells, String id) {
        Pictures pictures = new Pictures(cells, id);
        pictures.draw();
        return pictures.pictures;
    }

    private void draw() {
        if (cells.cells().isEmpty()) {
            return;
        }
        Optional<String> axis = axis();
        if (axis.isEmpty()) {
            rows();
            return;
        }
        List<String> numbers = cells.varying().stream().filter(cells::isNumeric).toList();
        if (numbers.size() > 1) {
            split(numbers).forEach((title, part) -> grid(title, part, numbers));
        }
        split(List.of(axis.get())).forEach((title, part) -> lines(title, part, axis.get()));
    }

    private Optional<String> axis() {
        return cells.varying().stream()
                .filter(name -> cells.isNumeric(name)
                        && cells.count(name) >= (SCALES.contains(name) ? ENOUGH_TO_SCALE : ENOUGH_FOR_LINES))
                .max(Comparator.comparingInt(cells::count));
    }

    /** Cells that differ in nothing but some parameters, by the words for the rest. */
    private Map<String, List<List<Row>>> split(List<String> inside) {
        List<String> outside =
                cells.varying().stream().filter(name -> !inside.contains(name)).toList();
        return cells.cells().stream()
                .collect(Collectors.groupingBy(
                        cell -> Cells.words(cell.get(0), outside), LinkedHashMap::new, Collectors.toList()));
    }

    private void rows() {
        List<Group> groups = cells.cells().stream()
                .map(cell -> new Group(
                        Cells.words(cell.get(0), cells.varying()),
                        cell.stream().map(this::entry).toList()))
                .toList();
        Caption caption = caption("", "", cells.cells());
        String axis = cells.series().axis();
        pictures.add(BarPlot.suits(groups) ? BarPlot.svg(caption, axis, groups) : BoxPlot.svg(caption, axis, groups));
    }

    private Group.Entry entry(Row row) {
        return new Group.Entry(row.system(), cells.style(row.system()), row.stats(), row.isDisturbed());
    }

    private void lines(String title, List<List<Row>> part, String axis) {
        List<LinePlot.Line> lines = new ArrayList<>();
        cells.styles().forEach((system, style) -> {
            List<LinePlot.Point> points = part.stream()
                    .flatMap(Collection::stream)
                    .filter(row -> row.system().equals(system))
                    .map(row -> new LinePlot.Point(x(row, axis), row.stats(), row.isDisturbed()))
                    .toList();
            lines.add(new LinePlot.Line(system, style, points));
        });
        pictures.add(LinePlot.svg(
                caption(" by " + axis, title, part), axis, cells.series().axis(), lines));
    }

    private static double x(Row row, String axis) {
        return Cells.number(row.parameters().getOrDefault(axis, "")).orElseThrow();
    }

    private void grid(String title, List<List<Row>> part, List<String> inside) {
        List<String> systems = cells.styles().keySet().stream()
                .filter(system -> part.stream().flatMap(Collection::stream).anyMatch(row -> row.system()
                        .equals(system)))
                .toList();
        List<HeatPlot.Row> rows = part.stream()
                .map(cell -> new HeatPlot.Row(
                        conditions(cell.get(0), inside),
                        systems.stream().map(system -> cell(cell, system)).toList()))
                .toList();
        pictures.add(HeatPlot.svg(
                caption(" by " + String.join(" and ", inside), title, part),
                systems,
                rows,
                cells.series().better()));
    }

    /** As "24 actors × 64 bytes". */
    private static String conditions(Row row, List<String> parameters) {
        return parameters.stream()
                .map(name -> Cells.shown(row.parameters().getOrDefault(name, "")) + " " + name)
                .collect(Collectors.joining(" × "));
    }

    private static HeatPlot.Cell cell(List<Row> cell, String system) {
        return cell.stream()
                .filter(row -> row.system().equals(system))
                .findFirst()
                .map(row -> new HeatPlot.Cell(row.stats().median(), row.isDisturbed()))
                .orElse(new HeatPlot.Cell(Double.NaN, false));
    }

    private Caption caption(String how, String conditions, List<List<Row>> part) {
        Series series = cells.series();
        String title = series.name() + how + (conditions.isEmpty() ? "" : ", " + conditions);
        String description = part.stream()
                .map(cell -> {
                    String where = Cells.words(cell.get(0), cells.varying());
                    return (where.isEmpty() ? "" : where + ": ")
                            + cell.stream()
                                    .map(row -> row.system() + " "
                                            + Numbers.value(row.stats().median()))
                                    .collect(Collectors.joining(", "));
                })
                .collect(Collectors.joining("; ", "Medians in " + series.axis() + ". ", "."));
        return new Caption(id + "-" + pictures.size(), title, description);
    }
}
