// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.troupe.bench.results.Better;
import io.troupe.bench.results.Role;
import io.troupe.bench.results.Source;
import io.troupe.bench.targets.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class PageTest {
    @Test
    void shouldNeedNoOtherFile() {
        String html = Page.html(Reported.full());
        Document page = Xml.parse(html);
        for (String name : List.of("link", "img", "iframe", "object", "use", "image")) {
            assertThat(page.getElementsByTagName(name).getLength()).as(name).isZero();
        }
        assertThat(attributes(page, "script", "src")).isEmpty();
        assertThat(text(page, "script")).anyMatch(script -> script.contains("Chart.js v"));
        assertThat(text(page, "style")).hasSize(1).allSatisfy(style -> assertThat(style)
                .contains("prefers-color-scheme: dark", "@media print")
                .doesNotContain("url(", "@import", "@font-face"));
        assertThat(html).isEqualTo(Page.html(Reported.full()));
    }

    @Test
    void shouldOpenWithPictures() {
        String html = Page.html(Reported.full());
        assertThat(html.indexOf("<canvas"))
                .isPositive()
                .isLessThan(html.indexOf("<table"))
                .isLessThan(html.indexOf("id=\"targets\""));
    }

    @Test
    void shouldUseEachIdOnceAndReachEachLinkInThePage() {
        Document page = Xml.parse(Page.html(Reported.full()));
        List<String> ids = attributes(page, "*", "id");
        assertThat(ids).doesNotHaveDuplicates().contains("s1", "s2", "targets", "environment");
        List<String> inside = attributes(page, "a", "href").stream()
                .filter(link -> link.startsWith("#"))
                .map(link -> link.substring(1))
                .toList();
        assertThat(inside).hasSize(6);
        assertThat(ids).containsAll(inside);
    }

    @Test
    void shouldCountTargetsInWords() {
        assertThat(Page.html(Reported.full())).contains("Targets: 1 reached, 1 missed, 1 disturbed, 1 not measured");
        Verdict one = new Verdict("w", "t", Outcome.MISSED, "f", List.of());
        Report single = new Report("T", List.of(), Map.of(), List.of(one), List.of());
        assertThat(Page.html(single)).contains("Targets: 1 missed");
        assertThat(Page.html(Reported.NOTHING)).contains("none was asked for");
    }

    @Test
    void shouldFoldMarksAndCountThem() {
        List<String> marks = IntStream.range(0, 25).mapToObj(i -> "mark " + i).toList();
        Report many = new Report("T", marks, Map.of(), List.of(), List.of());
        Document page = Xml.parse(Page.html(many));
        assertThat(text(page, "li")).containsAll(marks);
        assertThat(text(page, "summary")).containsExactly("Read these figures with care: 25 remarks");
    }

    @Test
    void shouldChooseThePictures() {
        assertThat(pictures(Reported.pi())).containsExactly("Pi");
        assertThat(pictures(Reported.scaling())).containsExactly("Scaling by threads");
        assertThat(pictures(Reported.locality()))
                .containsExactly(
                        "Locality by bytes, actors = 24",
                        "Locality by bytes, actors = 240",
                        "Locality by bytes, actors = 8 k");
        List<Row> two = new ArrayList<>();
        for (String name : List.of("workers", "slices")) {
            two.clear();
            two.add(Reported.row("a", Role.OURS, Map.of(name, "1"), 2));
            two.add(Reported.row("a", Role.OURS, Map.of(name, "2"), 1));
            assertThat(pictures(new Series("Two", "ns", Better.LOWER, two)))
                    .as("two show how it scales, but no shape")
                    .containsExactly(name.equals("workers") ? "Two by workers" : "Two");
        }
        assertThat(pictures(new Series("none", "ns", Better.LOWER, List.of()))).isEmpty();
    }

    @Test
    void shouldDrawMediansAndRanges() {
        ObjectNode bars = charts(Reported.pi()).get(0).specification();
        assertThat(bars.at("/data/labels").toString())
                .isEqualTo("[\"troupe stealing\",\"troupe pool †\",\"pekko\",\"disruptor\",\"virtualThreads †\","
                        + "\"plain loops\"]");
        assertThat(bars.at("/data/datasets/0/data").toString())
                .isEqualTo("[[96.0,108.0],[240.0,250.0],[126.0,161.0],[104.0,116.0],null,[67.5,68.8]]");
        assertThat(bars.at("/data/datasets/1/data").toString()).isEqualTo("[99.4,245.0,144.0,110.0,null,68.0]");
        assertThat(bars.at("/options/scales/x/type").asText()).isEqualTo("linear");
        ObjectNode lines = charts(Reported.scaling()).get(0).specification();
        assertThat(lines.at("/data/datasets").findValuesAsText("label"))
                .containsExactly("adaptive", "", "", "pekko", "", "", "by hand", "", "");
        assertThat(lines.at("/data/datasets/0/data/0").toString()).isEqualTo("{\"x\":1.0,\"y\":1575.0}");
    }

    @Test
    void shouldShowFiguresOfAllSizes() {
        Series wide = new Series(
                "s",
                "ns",
                Better.LOWER,
                List.of(Reported.row("a", Role.OURS, Map.of(), 1), Reported.row("b", Role.PEER, Map.of(), 26)));
        assertThat(charts(wide)
                        .get(0)
                        .specification()
                        .at("/options/scales/x/type")
                        .asText())
                .isEqualTo("logarithmic");
    }

    @Test
    void shouldLeadEveryFigureBackToItsFile() {
        Document page = Xml.parse(Page.html(Reported.of(Reported.pi())));
        List<String> links = attributes(page, "a", "href");
        assertThat(links.stream().filter(link -> !link.startsWith("#")))
                .hasSize(Reported.pi().rows().size())
                .allMatch("./raw/pi%20run.json"::equals);
        assertThat(text(page, "a")).contains("raw/pi run.json[3]");
    }

    @Test
    void shouldNotFollowSchemesInNamesOfFiles() {
        assertThat(Html.link("javascript:alert(1)")).isEqualTo("./raw/javascript%3Aalert%281%29");
        assertThat(Html.link("a\"b%#?ü.json")).isEqualTo("./raw/a%22b%25%23%3F%C3%BC.json");
    }

    @Test
    void shouldSayAtTheTopThatTheMachineWasNotQuiet() {
        String page = Page.html(Reported.full());
        assertThat(page.indexOf("12 % of its time was stolen")).isBetween(0, page.indexOf("<h2"));
        assertThat(Page.html(Reported.NOTHING)).doesNotContain("with care");
    }

    @Test
    void shouldCompareWithBestPeerAndLimit() {
        List<List<String>> rows = rows(Page.html(Reported.of(Reported.pi())));
        assertThat(rows)
                .containsExactly(
                        cells("troupe stealing", "99.4", "96.0–108", "≈ 1.11 × better", "1.46 × worse", "5"),
                        cells("troupe pool", "245 †", "240–250", "2.23 × worse", "3.60 × worse", "2"),
                        cells("pekko", "144", "126–161", "1.31 × worse", "2.12 × worse", "5"),
                        cells("disruptor", "110", "104–116", "best peer", "1.62 × worse", "3"),
                        cells("virtualThreads", "not measured †", "–", "–", "–", "0"),
                        cells("plain loops", "68.0", "67.5–68.8", "1.62 × better", "limit", "3"));
    }

    @Test
    void shouldTurnRatiosOfRatesRound() {
        Series rates = new Series(
                "tell",
                "messages/s",
                Better.HIGHER,
                List.of(
                        Reported.row("troupe", Role.OURS, Map.of(), 2.5e6),
                        Reported.row("rsocket", Role.PEER, Map.of(), 0.4e6),
                        Reported.row("grpc", Role.PEER, Map.of(), 0.5e6),
                        Reported.row("netty", Role.LIMIT, Map.of(), 20e6)));
        assertThat(rows(Page.html(Reported.of(rates))).get(0))
                .containsSubsequence("2.5 M", "5.00 × better", "8.00 × worse");
    }

    @Test
    void shouldShowFiguresBesideTheOneThatCounts() {
        Source source = new Source("x.json", 0);
        List<Row.Extra> extras = List.of(
                new Row.Extra("p99", "us", List.of(95.0, 90.0, 99.0)), new Row.Extra("naks", "naks", List.of(3.0)));
        Row row = new Row("troupe", Role.OURS, Map.of(), List.of(57.0), source, "", extras);
        Series series = new Series("ask", "us", Better.LOWER, List.of(row));
        assertThat(rows(Page.html(Reported.of(series))).get(0)).contains("p99 95.0 us (90.0–99.0); naks 3.0");
        assertThat(Page.html(Reported.of(Reported.pi()))).doesNotContain(">also<");
    }

    @Test
    void shouldTellWhatDisturbed() {
        assertThat(Page.html(Reported.of(Reported.pi())))
                .contains("† troupe pool: load 3.1 while it ran", "† virtualThreads: needs Java 21");
    }

    @Test
    void shouldShowEqualParametersOnceAndOrderTheOthersBySize() {
        Document page = Xml.parse(Page.html(Reported.of(Reported.pi())));
        assertThat(text(page, "p")).contains("Everywhere: slices = 100 k, terms = 1 k.");
        List<Row> rows = new ArrayList<>();
        for (String size : List.of("1000", "9", "10", "all")) {
            rows.add(Reported.row("a", Role.OURS, Map.of("size", size), 1));
        }
        String html = Page.html(Reported.of(new Series("s", "ns", Better.LOWER, rows)));
        assertThat(rows(html)).extracting(row -> row.get(0)).containsExactly("9", "10", "1 k", "all");
    }

    @Test
    void shouldEscapeNamesEverywhere() {
        String bad = "<b a=\"&\">]]>\u0000\uD800";
        Row row = new Row(bad, Role.OURS, Map.of(bad, bad), List.of(1.0), new Source(bad, 0), bad);
        Row other = new Row(bad, Role.PEER, Map.of(bad, "2"), List.of(), new Source(bad, 1), bad);
        Series series = new Series(bad, bad, Better.LOWER, List.of(row, other));
        Verdict verdict = new Verdict(bad, bad, Outcome.REACHED, bad, List.of(new Source(bad, 0)));
        String html = Page.html(new Report(
                bad,
                List.of(bad),
                Map.of(bad, bad),
                List.of(verdict),
                List.of(new Section(bad, bad, List.of(series)))));
        Document page = Xml.parse(html);
        assertThat(text(page, "h1")).containsExactly("<b a=\"&\">]]>\uFFFD\uFFFD");
        assertThat(page.getElementsByTagName("b").getLength()).isZero();
    }

    @Test
    void shouldSayThatThereIsNothing() {
        String page = Page.html(Reported.NOTHING);
        Xml.parse(page);
        assertThat(page).contains("No suite was measured.", "Nothing is known about the machine.");
        Series empty = new Series("none", "ns", Better.LOWER, List.of());
        assertThat(Page.html(Reported.of(empty))).contains("Nothing was measured.");
        Series unmeasured = new Series("s", "ns", Better.LOWER, List.of(Reported.row("a", Role.OURS, Map.of())));
        assertThat(rows(Page.html(Reported.of(unmeasured))))
                .containsExactly(cells("a", "not measured", "–", "–", "–", "0"));
    }

    private static List<String> cells(String... cells) {
        List<String> all = new ArrayList<>(List.of(cells));
        all.add("raw/pi run.json[3]");
        return all;
    }

    private static List<String> pictures(Series series) {
        return text(Xml.parse(Page.html(Reported.of(series))), "figcaption");
    }

    private static List<Chart> charts(Series series) {
        return Charts.of(new Cells(series));
    }

    /** The bodies of the tables of figures. */
    private static List<List<String>> rows(String html) {
        NodeList all = Xml.parse(html).getElementsByTagName("tr");
        List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i < all.getLength(); i++) {
            Element row = (Element) all.item(i);
            if (List.of("ours", "peer", "limit").contains(row.getAttribute("class"))) {
                List<String> cells = new ArrayList<>();
                for (var cell = row.getFirstChild(); cell != null; cell = cell.getNextSibling()) {
                    if (cell instanceof Element) {
                        cells.add(cell.getTextContent());
                    }
                }
                rows.add(cells);
            }
        }
        return rows;
    }

    private static List<String> text(Document page, String element) {
        NodeList all = page.getElementsByTagName(element);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < all.getLength(); i++) {
            texts.add(all.item(i).getTextContent());
        }
        return texts;
    }

    private static List<String> attributes(Document page, String element, String name) {
        NodeList all = page.getElementsByTagName(element);
        List<String> values = new ArrayList<>();
        for (int i = 0; i < all.getLength(); i++) {
            Element found = (Element) all.item(i);
            if (found.hasAttribute(name)) {
                values.add(found.getAttribute(name));
            }
        }
        return values;
    }
}
