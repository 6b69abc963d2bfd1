// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report;

import io.troupe.bench.harness.Spread;
import io.troupe.bench.results.Better;
import io.troupe.bench.results.Role;
import java.util.List;
import java.util.stream.Collectors;

/** The figures of a series as a table, each with its spread, its ratios and where it comes from. */
final class FigureTable {
    private static final String NUMBER = "number";

    private final Html html;
    private final Cells cells;

    private FigureTable(Html html, Cells cells) {
        this.html = html;
        this.cells = cells;
    }

    static void write(Html html, Cells cells) {
        new FigureTable(html, cells).write();
    }

    private void write() {
        html.open("div", "class", "wide").open("table");
        html.content("caption", cells.series().axis());
        head();
        for (List<Row> cell : cells.cells()) {
            body(cell);
        }
        html.close().close();
        notes();
    }

    private void head() {
        html.open("thead").open("tr");
        for (String parameter : cells.varying()) {
            html.content("th", parameter, "scope", "col");
        }
        html.content("th", "system", "scope", "col");
        for (String name : List.of("median", "low–high", "beside the best peer", "beside the limit", "n")) {
            html.content("th", name, "scope", "col", "class", NUMBER);
        }
        if (hasExtras()) {
            html.content("th", "also", "scope", "col");
        }
        html.content("th", "raw figures", "scope", "col").close().close();
    }

    private void body(List<Row> cell) {
        Better better = cells.series().better();
        Standing peer = new Standing(cell, Role.PEER, better);
        Standing limit = new Standing(cell, Role.LIMIT, better);
        html.open("tbody");
        for (Row row : cell) {
            html.open("tr", "class", row.role().name().toLowerCase(java.util.Locale.ROOT));
            for (String parameter : cells.varying()) {
                html.content("td", Cells.shown(row.parameters().getOrDefault(parameter, "–")));
            }
            html.content("th", row.system(), "scope", "row");
            figures(row);
            html.content("td", peer.words(row), "class", NUMBER, "title", peer.beside());
            html.content("td", limit.words(row), "class", NUMBER, "title", limit.beside());
            html.content("td", Integer.toString(row.samples().size()), "class", NUMBER);
            if (hasExtras()) {
                html.content("td", row.extras().stream().map(Row.Extra::words).collect(Collectors.joining("; ")));
            }
            html.open("td", "class", "raw").links(List.of(row.source())).close();
            html.close();
        }
        html.close();
    }

    private boolean hasExtras() {
        return cells.series().rows().stream().anyMatch(row -> !row.extras().isEmpty());
    }

    private void figures(Row row) {
        if (!row.isMeasured()) {
            html.content("td", "not measured" + mark(row), "class", NUMBER);
            html.content("td", "–", "class", NUMBER);
            return;
        }
        Spread spread = row.spread();
        String styles = row.isDisturbed() ? NUMBER + " disturbed" : NUMBER;
        html.content("td", Numbers.value(spread.median()) + mark(row), "class", styles);
        html.content("td", Numbers.value(spread.low()) + "–" + Numbers.value(spread.high()), "class", NUMBER);
    }

    private static String mark(Row row) {
        return row.isDisturbed() ? " †" : "";
    }

    private void notes() {
        if (cells.cells().stream().anyMatch(cell -> cell.size() > 1)) {
            html.content("p", "≈: the ranges overlap, so no difference is shown.", "class", "note");
        }
        for (List<Row> cell : cells.cells()) {
            for (Row row : cell) {
                if (row.isDisturbed()) {
                    String where = Cells.words(row, cells.varying());
                    String who = row.system() + (where.isEmpty() ? "" : " (" + where + ")");
                    html.content("p", "† " + who + ": " + row.disturbance(), "class", "note");
                }
            }
        }
    }
}
