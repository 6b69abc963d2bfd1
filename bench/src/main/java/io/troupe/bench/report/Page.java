// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report;

import io.troupe.bench.targets.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The page: pictures and tables of what was measured, then what became of the targets that were asked for, then the machine. It
 * needs no other file and no network, for it contains the library that draws its pictures; only its links to raw figures lead out
 * of it. One thread.
 */
public final class Page {
    private static final String STYLE = "report.css";
    private static final String SCRIPT = "report.js";

    /** Names the resource of the library, whose path has its version. */
    private static final String PROPERTIES = "report.properties";

    private final Html html = new Html();
    private final Report report;

    private Page(Report report) {
        this.report = report;
    }

    /** Writes the page as text, for a file in UTF-8, well-formed as XML, too. The same report gives the same text. */
    public static String html(Report report) {
        return new Page(report).write();
    }

    private String write() {
        html.raw("<!DOCTYPE html>\n");
        html.open("html", "lang", "en", "xmlns", "http://www.w3.org/1999/xhtml");
        head();
        html.open("body");
        html.open("header").content("h1", report.title());
        marks();
        html.close();
        contents();
        for (int i = 0; i < report.sections().size(); i++) {
            section(report.sections().get(i), "s" + (i + 1));
        }
        targets();
        environment();
        html.script(library()).script(text(SCRIPT));
        return html.close().close().done();
    }

    private void head() {
        html.open("head");
        html.empty("meta", "charset", "utf-8");
        html.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        html.empty("meta", "name", "color-scheme", "content", "light dark");
        html.content("title", report.title());
        html.open("style").raw("\n" + text(STYLE)).close();
        html.close();
    }

    /** Folded, for the figures come first. */
    private void marks() {
        if (report.marks().isEmpty()) {
            return;
        }
        html.open("details", "class", "marks");
        html.content(
                "summary",
                "Read these figures with care: " + count(report.marks().size(), "remark"));
        html.open("ul");
        report.marks().forEach(mark -> html.content("li", mark));
        html.close().close();
    }

    private void contents() {
        if (report.sections().isEmpty()) {
            html.content("p", "No suite was measured.");
        }
        html.open("nav", "aria-label", "Contents").open("ul");
        for (int i = 0; i < report.sections().size(); i++) {
            link(report.sections().get(i).name(), "s" + (i + 1));
        }
        link("Targets: " + counts(), "targets");
        link("Environment", "environment");
        html.close().close();
    }

    private void link(String text, String id) {
        html.open("li").content("a", text, "href", "#" + id).close();
    }

    private void section(Section section, String id) {
        html.open("section", "id", id).content("h2", section.name());
        if (!section.method().isEmpty()) {
            html.content("p", section.method());
        }
        for (int i = 0; i < section.series().size(); i++) {
            series(section.series().get(i), id + "-" + (i + 1));
        }
        if (section.series().isEmpty()) {
            html.content("p", "Nothing was measured.");
        }
        html.close();
    }

    private void series(Series series, String id) {
        Cells cells = new Cells(series);
        html.open("section", "id", id).content("h3", series.name());
        if (!cells.fixed().isEmpty()) {
            html.content("p", "Everywhere: " + cells.fixed() + ".", "class", "note");
        }
        if (series.rows().isEmpty()) {
            html.content("p", "Nothing was measured.").close();
            return;
        }
        Charts.of(cells).forEach(this::chart);
        FigureTable.write(html, cells);
        html.close();
    }

    private void chart(Chart chart) {
        html.open("figure", "class", "chart").content("figcaption", chart.title());
        html.open("div", "style", "height: " + chart.height() + "px");
        html.content("canvas", "", "role", "img", "aria-label", chart.title() + ". " + chart.description());
        html.close();
        html.open("script", "type", "application/json").raw(chart.json()).close();
        html.close();
    }

    private void targets() {
        html.open("section", "id", "targets").content("h2", "Targets");
        html.content("p", counts() + ".");
        if (!report.verdicts().isEmpty()) {
            html.open("div", "class", "wide").open("table");
            html.open("thead").open("tr");
            for (String name : List.of("workload", "target", "outcome", "figure", "raw figures")) {
                html.content("th", name, "scope", "col");
            }
            html.close().close().open("tbody");
            report.verdicts().forEach(this::verdict);
            html.close().close().close();
        }
        html.close();
    }

    private void verdict(Verdict verdict) {
        html.open("tr", "class", verdict.outcome().words().replace(' ', '-'));
        html.content("th", verdict.workload(), "scope", "row");
        html.content("td", verdict.target());
        html.open("td", "class", "outcome");
        html.content("span", sign(verdict.outcome()), "class", "sign", "aria-hidden", "true");
        html.text(" " + verdict.outcome().words()).close();
        html.content("td", verdict.words());
        html.open("td", "class", "raw").links(verdict.sources()).close();
        html.close();
    }

    /** As "2 reached, 1 missed". */
    private String counts() {
        List<Verdict> verdicts = report.verdicts();
        return verdicts.isEmpty()
                ? "none was asked for"
                : Stream.of(Outcome.values())
                        .filter(outcome -> verdicts.stream().anyMatch(verdict -> verdict.outcome() == outcome))
                        .map(outcome -> verdicts.stream()
                                        .filter(verdict -> verdict.outcome() == outcome)
                                        .count()
                                + " " + outcome.words())
                        .collect(Collectors.joining(", "));
    }

    private static String sign(Outcome outcome) {
        return switch (outcome) {
            case REACHED -> "✓";
            case MISSED -> "✗";
            case DISTURBED -> "?";
            case NOT_MEASURED -> "–";
        };
    }

    private void environment() {
        html.open("section", "id", "environment").content("h2", "Environment");
        html.open("div", "class", "wide").open("table", "class", "facts").open("tbody");
        report.environment().forEach((name, value) -> {
            html.open("tr").content("th", name, "scope", "row").content("td", value);
            html.close();
        });
        if (report.environment().isEmpty()) {
            html.open("tr").content("td", "Nothing is known about the machine.").close();
        }
        html.close().close().close().close();
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    private static String library() {
        Properties properties = new Properties();
        try (InputStream in = open(PROPERTIES)) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text(properties.getProperty("charts", ""));
    }

    private static String text(String resource) {
        try (InputStream in = open(resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InputStream open(String resource) {
        InputStream in = Page.class.getResourceAsStream(resource);
        if (in == null) {
            throw new IllegalStateException("resource must be packed with the program: name=" + resource);
        }
        return in;
    }
}
