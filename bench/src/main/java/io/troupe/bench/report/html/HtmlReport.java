// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report.html;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The page. It needs no other file, no script and no network; only its links to raw figures lead out of it. */
public final class HtmlReport {
    private static final String STYLE = "report.css";

    private HtmlReport() {}

    /**
     * Writes the page as text, for a file in UTF-8. The same input gives the same text.
     *
     * @throws IllegalArgumentException if a sample is NaN or infinite
     */
    public static String html(ReportInput input) {
        Html html = new Html();
        html.raw("<!DOCTYPE html>\n");
        html.open("html", "lang", "en", "xmlns", "http://www.w3.org/1999/xhtml");
        head(html, input);
        html.open("body");
        Summary.write(html, input);
        contents(html, input.sections());
        for (int i = 0; i < input.sections().size(); i++) {
            section(html, input.sections().get(i), "s" + (i + 1));
        }
        return html.close().close().done();
    }

    private static void head(Html html, ReportInput input) {
        html.open("head");
        html.empty("meta", "charset", "utf-8");
        html.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        html.empty("meta", "name", "color-scheme", "content", "light dark");
        html.content("title", input.title());
        html.open("style").raw("\n" + style()).close();
        html.close();
    }

    private static void contents(Html html, List<Section> sections) {
        if (sections.isEmpty()) {
            html.content("p", "No suite was measured.");
            return;
        }
        html.open("nav", "aria-label", "Suites").content("h2", "Suites").open("ul");
        for (int i = 0; i < sections.size(); i++) {
            html.open("li").content("a", sections.get(i).name(), "href", "#s" + (i + 1));
            html.close();
        }
        html.close().close();
    }

    private static void section(Html html, Section section, String id) {
        html.open("section", "id", id).content("h2", section.name());
        if (!section.method().isEmpty()) {
            html.content("p", section.method());
        }
        for (int i = 0; i < section.series().size(); i++) {
            series(html, section.series().get(i), id + "-" + (i + 1));
        }
        if (section.series().isEmpty()) {
            html.content("p", "Nothing was measured.");
        }
        html.close();
    }

    private static void series(Html html, Series series, String id) {
        Cells cells = new Cells(series);
        html.open("section", "id", id).content("h3", series.name());
        if (!cells.fixed().isEmpty()) {
            html.content("p", "Everywhere: " + cells.fixed() + ".", "class", "note");
        }
        if (series.rows().isEmpty()) {
            html.content("p", "Nothing was measured.").close();
            return;
        }
        for (String picture : Pictures.of(cells, "p" + id)) {
            html.open("figure").raw("\n" + picture).close();
        }
        FigureTable.write(html, cells);
        html.close();
    }

    private static String style() {
        try (InputStream in = HtmlReport.class.getResourceAsStream(STYLE)) {
            if (in == null) {
                throw new IllegalStateException("the style sheet must be packed with the program: name=" + STYLE);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
