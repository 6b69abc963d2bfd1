// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.diagram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.testkit.schedule.EventKind;
import io.troupe.testkit.schedule.SimEvent;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class DiagramTest {
    @Test
    void shouldDrawArrivalsBetweenLifelinesAndTurnsOnThem() {
        String text = new Diagram(Runs.lease()).text();

        assertThat(lineOf(text, "#2")).containsSubsequence("├", "acquire(n1)", "▶█");
        assertThat(lineOf(text, "#8")).contains("█ expire");
        assertThat(lineOf(text, "#9")).containsSubsequence("█◀", "acquire(n2)", "┤");
    }

    @Test
    void shouldTellBothTimesOfWhatWasUnderWay() {
        Diagram diagram = new Diagram(Runs.lease());

        assertThat(lineOf(diagram.text(), "#12")).contains("102 ms").contains("sent 100.4 ms");
        assertThat(texts(diagram.svg())).contains("100.4 ms → 102 ms");
    }

    @Test
    void shouldLetMessagesWaitInMailboxesWhenTheirTurnComesLater() {
        List<SimEvent> events = List.of(
                Runs.event(0, EventKind.ARRIVAL, "a", "c", -1, "first"),
                Runs.event(1, EventKind.ARRIVAL, "b", "c", -1, "second"),
                Runs.event(2, EventKind.TURN, "c", "c", 0, "first"));

        String text = new Diagram(events).text();

        assertThat(lineOf(text, "#0")).containsSubsequence("first", "▶○");
        assertThat(lineOf(text, "#2")).contains("█ first");
    }

    @Test
    void shouldMarkOnlyTheCausalPastOfTheViolation() {
        String text =
                new Diagram(Runs.lease()).violation(15, "one holder at a time").text();

        assertThat(lineOf(text, "#12")).startsWith("▌");
        assertThat(lineOf(text, "#7")).startsWith("▌"); // seen by the lease's own lifeline before it granted
        assertThat(lineOf(text, "#6")).startsWith(" "); // n1 wrote for itself
        assertThat(text.indexOf("✗ one holder")).isGreaterThan(text.indexOf("two holders"));
    }

    @Test
    void shouldCountWhatHappensToANodeAsPastOfItsActors() {
        List<SimEvent> events = List.of(
                Runs.event(0, EventKind.FAULT, "faults", "n1", -1, "pause"),
                Runs.event(1, EventKind.FAULT, "faults", "n2", -1, "pause"),
                Runs.event(2, EventKind.TURN, "troupe://n1/a", "troupe://n1/a", -1, "x"),
                Runs.event(3, EventKind.TURN, "troupe://n2/b", "troupe://n2/b", -1, "x"));

        String text = new Diagram(events).violation(2, "broken").text();

        assertThat(lineOf(text, "#0")).startsWith("▌");
        assertThat(lineOf(text, "#1")).startsWith(" ");
    }

    @Test
    void shouldPaintAllElsePaleInThePictureWhenThereIsAViolation() {
        String calm = new Diagram(Runs.lease()).svg();
        String broken = new Diagram(Runs.lease()).violation(15, "one holder").svg();

        assertThat(groups(calm)).doesNotContain("pale");
        assertThat(groups(broken)).contains("pale").contains("");
    }

    @Test
    void shouldFoldWhatRepeats() {
        Diagram diagram = new Diagram(heartbeats(14));

        assertThat(diagram.text())
                .contains("×14 until 1.3 s")
                .contains("52 folded")
                .containsOnlyOnce("beat")
                .containsOnlyOnce("alive");
        assertThat(texts(diagram.svg())).contains("×14 until 1.3 s");
    }

    @Test
    void shouldNotFoldAwayWhatWasHeldBackOrBrokeARule() {
        List<SimEvent> events = heartbeats(14);

        String text = new Diagram(events)
                .departures(List.of("arrival a→b #5"))
                .violation(40, "alive")
                .text();

        assertThat(text).contains("HELD BACK").contains("✗ alive").contains("×4 until 300 ms");
    }

    @Test
    void shouldShowThePastOfTheViolationFirstWhenThereIsNotRoomForAll() {
        List<SimEvent> events = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            String name = i % 3 == 0 ? "past" : "other";
            events.add(Runs.event(i, EventKind.TURN, name, name, -1, "turn " + i));
        }

        String text =
                new Diagram(events).limit(100).violation(297, "found late").text();

        assertThat(text).contains("200 not shown").contains("turn 0\n").doesNotContain("turn 1\n");
        assertThat(text.lines().filter(line -> line.contains("#"))).hasSize(100);
        assertThat(text).contains("⋮ 2 events");
    }

    @Test
    void shouldShowTwoHundredEventsByDefault() {
        List<SimEvent> events = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            events.add(Runs.event(i, EventKind.TURN, "a", "a", -1, "turn " + i));
        }

        String text = new Diagram(events).text();

        assertThat(text).contains("800 not shown").contains("turn 999").doesNotContain("turn 799");
    }

    @Test
    void shouldDrawOperationsFromCallToReturn() {
        Diagram diagram = new Diagram(Runs.lease())
                .operations(List.of(
                        new Bracket("c1", "acquire(n1)", "ok", 0, 5),
                        new Bracket("c2", "acquire(n2)", "", 9, Bracket.OPEN)));

        assertThat(lineOf(diagram.text(), "#0")).endsWith("┌ acquire(n1)");
        assertThat(lineOf(diagram.text(), "#4")).endsWith("└ ok");
        assertThat(lineOf(diagram.text(), "#15")).endsWith("╎");
        assertThat(texts(diagram.svg())).contains("c1", "acquire(n1)", "ok", "c2", "acquire(n2)", "open");
    }

    @Test
    void shouldKeepOperationsApartThatOverlapOrFollowAtOnce() {
        Diagram diagram = new Diagram(Runs.lease())
                .operations(List.of(
                        new Bracket("c1", "read(x)", "→ 1", 0, 5),
                        new Bracket("c1", "write(x)", "ok", 5, 8),
                        new Bracket("c1", "read(y)", "→ 2", 2, 9)));

        assertThat(diagram.text())
                .contains("└ → 1 ┌ write(x)")
                .contains("┌ read(y)")
                .contains("└ → 2")
                .contains("└ ok");
        assertThat(texts(diagram.svg()))
                .contains("read(x)", "→ 1", "write(x)", "read(y)", "→ 2")
                .containsSequence("c1", "c1");
    }

    @Test
    void shouldPutActorsOfANodeOnOneLifelineWhenAsked() {
        String apart = new Diagram(Runs.random(60, 2, 2, 1)).text();
        String folded = new Diagram(Runs.random(60, 2, 2, 1)).perNode().text();

        assertThat(apart).contains("n1/raft").contains("n1/log");
        assertThat(folded).doesNotContain("n1/raft").contains("raft.").contains("log.");
        assertThat(folded.lines().mapToInt(String::length).max().orElseThrow())
                .isLessThan(apart.lines().mapToInt(String::length).max().orElseThrow());
    }

    @Test
    void shouldCrossOutAllActorsOfANodeThatFails() {
        List<SimEvent> events = List.of(
                Runs.event(0, EventKind.TURN, "troupe://n1/a", "troupe://n1/a", -1, ""),
                Runs.event(1, EventKind.TURN, "troupe://n1/b", "troupe://n1/b", -1, ""),
                Runs.event(2, EventKind.FAULT, "faults", "n1", -1, "crash"));

        assertThat(lineOf(new Diagram(events).text(), "#2")).containsSubsequence("✗", "✗ crash");
        assertThat(new Diagram(events).text()).doesNotContain("faults");
    }

    @Test
    void shouldBeWellFormedWhateverTheNamesAre() throws Exception {
        String odd = "a<b>&\"'\u0000\u0007\ud800 /ü→ 名前";
        List<SimEvent> events = List.of(
                Runs.event(0, EventKind.ARRIVAL, odd, "b" + odd, -1, odd),
                Runs.event(1, EventKind.NOTE, odd, odd, 0, odd));

        String svg = new Diagram(events)
                .title(odd)
                .violation(1, odd)
                .operations(List.of(new Bracket(odd, odd, odd, 0, 1)))
                .svg();

        assertThat(parse(svg).getDocumentElement().getTagName()).isEqualTo("svg");
        assertThat(new Diagram(events).text()).doesNotContain("\u0007");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5, 50, 200, 1000})
    void shouldBeSelfContainedAndKeepEveryTextOnThePage(int count) throws Exception {
        String svg = new Diagram(Runs.random(count, 3, 3, 7)).title("run").svg();

        Document document = parse(svg);
        assertThat(svg)
                .doesNotContain("href")
                .doesNotContain("url(")
                .doesNotContain("<script")
                .doesNotContain("@import");
        double width = Double.parseDouble(document.getDocumentElement().getAttribute("width"));
        double height = Double.parseDouble(document.getDocumentElement().getAttribute("height"));
        NodeList texts = document.getElementsByTagName("text");
        for (int i = 0; i < texts.getLength(); i++) {
            Element text = (Element) texts.item(i);
            double half = TextWidths.of(text.getTextContent(), 10)
                    * (text.getAttribute("text-anchor").equals("start") ? 1 : 0);
            assertThat(Double.parseDouble(text.getAttribute("x")) + half).isBetween(0.0, width);
            assertThat(Double.parseDouble(text.getAttribute("y"))).isBetween(0.0, height);
        }
    }

    @Test
    void shouldKeepNamesOfLifelinesApart() throws Exception {
        List<SimEvent> events = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            String name = "troupe://bank/account-with-a-very-long-name-of-a-customer-" + i;
            events.add(Runs.event(i, EventKind.TURN, name, name, -1, ""));
        }

        NodeList boxes = parse(new Diagram(events).svg()).getElementsByTagName("rect");

        double end = 0;
        int heads = 0;
        for (int i = 0; i < boxes.getLength(); i++) {
            Element box = (Element) boxes.item(i);
            if (box.getAttribute("class").equals("head")) {
                double x = Double.parseDouble(box.getAttribute("x"));
                assertThat(x).isGreaterThan(end);
                end = x + Double.parseDouble(box.getAttribute("width"));
                heads++;
            }
        }
        assertThat(heads).isEqualTo(12);
    }

    @Test
    void shouldColourTimeAndFaultsAndDimTheRestForTerminals() {
        String text = new Diagram(Runs.lease()).violation(15, "one holder").colouredText();

        assertThat(lineOf(text, "#7")).startsWith("\u001b[31m").endsWith("\u001b[0m");
        assertThat(lineOf(text, "#11")).startsWith("\u001b[2m");
        assertThat(lineOf(text, "#12")).doesNotContain("\u001b");
    }

    @Test
    void shouldWriteTextOrPictureByTheNameOfTheFile(@TempDir Path folder) throws Exception {
        Diagram diagram = new Diagram(Runs.lease());

        diagram.write(folder.resolve("sim/lease.svg"));
        diagram.write(folder.resolve("sim/lease.txt"));

        assertThat(Files.readString(folder.resolve("sim/lease.svg"))).isEqualTo(diagram.svg());
        assertThat(Files.readString(folder.resolve("sim/lease.txt"))).isEqualTo(diagram.text());
    }

    @Test
    void shouldRefuseEventsThatAreNotInOrder() {
        List<SimEvent> events = List.of(
                Runs.event(4, EventKind.TURN, "a", "a", -1, ""), Runs.event(4, EventKind.TURN, "b", "b", -1, ""));

        assertThatThrownBy(() -> new Diagram(events)).hasMessage("events must be ordered by number: number=4, after=4");
        assertThatThrownBy(() -> new Diagram(List.of()).limit(0)).hasMessage("limit must be at least 1: limit=0");
        assertThatThrownBy(() -> new Bracket("c", "read", "", 5, 4))
                .hasMessage("an operation must not end before its call: call=5, end=4");
    }

    // ---- helpers -------------------------------------------------------------------------------------------------

    private static List<SimEvent> heartbeats(int times) {
        Runs run = new Runs();
        for (int i = 0; i < times; i++) {
            run.at(i * 100_000L);
            long beat = run.deliver("a", "b", -1, "beat");
            run.deliver("b", "a", beat, "alive");
        }
        return run.events();
    }

    private static String lineOf(String text, String number) {
        return text.lines()
                .filter(line -> line.contains(number + " "))
                .findFirst()
                .orElseThrow(() -> new AssertionError(number + " must be shown in\n" + text));
    }

    private static Document parse(String svg) throws Exception {
        DocumentBuilder builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
        return builder.parse(new InputSource(new StringReader(svg)));
    }

    private static List<String> texts(String svg) {
        return contents(svg, "text", false);
    }

    private static List<String> groups(String svg) {
        return contents(svg, "g", true);
    }

    private static List<String> contents(String svg, String tag, boolean style) {
        try {
            NodeList nodes = parse(svg).getElementsByTagName(tag);
            List<String> all = new ArrayList<>();
            for (int i = 0; i < nodes.getLength(); i++) {
                Element node = (Element) nodes.item(i);
                all.add(style ? node.getAttribute("class") : node.getTextContent());
            }
            return all;
        } catch (Exception e) {
            throw new AssertionError("a picture must be well-formed", e);
        }
    }
}
