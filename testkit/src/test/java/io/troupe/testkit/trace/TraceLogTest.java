// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.testkit.diagram.Diagram;
import io.troupe.testkit.schedule.EventKind;
import io.troupe.testkit.schedule.SimEvent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceLogTest {
    private static TraceEvent event(
            String origin, long number, EventKind kind, String source, String target, String causeOrigin, long cause) {
        SimEvent step = new SimEvent(number, number * 1000, kind, source, target, number + 1, cause, "Store.load(5)");
        return new TraceEvent(origin, step, causeOrigin, null, VectorClock.ZERO);
    }

    /** A client calls a server in another process, which has a life of its own. */
    private static List<TraceEvent> client() {
        return List.of(
                event("p1", 0, EventKind.TURN, "c", "c", "p1", -1),
                event("p1", 1, EventKind.SEND, "c", "s", "p1", 0),
                event("p1", 2, EventKind.TURN, "other", "other", "p1", -1),
                event("p1", 3, EventKind.ANSWER, "s", "c", "p1", 1));
    }

    private static List<TraceEvent> server() {
        return List.of(
                event("p2", 0, EventKind.TURN, "s", "s", "p2", -1),
                event("p2", 1, EventKind.ARRIVAL, "c", "s", "p1", 1),
                event("p2", 2, EventKind.TURN, "s", "s", "p2", 1),
                event("p2", 3, EventKind.TURN, "s", "s", "p2", -1));
    }

    private static TraceEvent find(List<TraceEvent> events, String origin, long number) {
        return events.stream()
                .filter(e -> e.origin().equals(origin) && e.step().number() == number)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldReadWhatItHasWritten(@TempDir Path folder) throws Exception {
        String odd = "a \"b\" \\ \n\t\u0001 ü → 名 \ud83d\ude00 \ud800";
        SimEvent step = new SimEvent(7, 12, EventKind.NOTE, odd, odd, 1, -1, odd);
        Path file = folder.resolve("a.trace");

        TraceLog.write(file, List.of(new TraceEvent("p", step, "p", List.of(1), VectorClock.ZERO)));

        assertThat(Files.readAllLines(file)).hasSize(1);
        assertThat(TraceLog.read(file)).extracting(TraceEvent::step).containsExactly(step);
        assertThat(TraceLog.read(file).get(0).arguments()).isNull();
    }

    @Test
    void shouldOrderEventsOfSeveralProcessesByTheCallsBetweenThem(@TempDir Path folder) {
        Path one = folder.resolve("p1.trace");
        Path two = folder.resolve("p2.trace");
        TraceLog.write(one, client());
        TraceLog.write(two, server());

        for (List<TraceEvent> events : List.of(TraceLog.read(one, two), TraceLog.read(two, one))) {
            TraceEvent sent = find(events, "p1", 1);
            TraceEvent arrived = find(events, "p2", 1);
            TraceEvent turn = find(events, "p2", 2);
            TraceEvent answered = find(events, "p1", 3);
            assertThat(events.indexOf(sent)).isLessThan(events.indexOf(arrived));
            assertThat(sent.happensBefore(arrived)).isTrue();
            assertThat(find(events, "p1", 0).happensBefore(turn)).isTrue();
            assertThat(turn.happensBefore(answered)).isTrue();
            assertThat(find(events, "p2", 0).happensBefore(answered)).isTrue();
            assertThat(find(events, "p2", 3).happensBefore(answered)).isFalse();
            assertThat(find(events, "p1", 2).happensBefore(arrived)).isFalse();
            assertThat(arrived.happensBefore(find(events, "p1", 2))).isFalse();
        }
    }

    @Test
    void shouldNotTakeActorsOfTwoProcessesForOneWhenTheyHaveTheSameName() {
        TraceEvent here = event("p1", 0, EventKind.TURN, "a", "a", "p1", -1);
        TraceEvent there = event("p2", 0, EventKind.TURN, "a", "a", "p2", -1);

        List<TraceEvent> events = TraceLog.parse(TraceLog.lines(List.of(here, there)));

        assertThat(events.get(0).happensBefore(events.get(1))).isFalse();
        assertThat(events.get(1).happensBefore(events.get(0))).isFalse();
    }

    @Test
    void shouldGiveTheSameOrderToReadEventsAsToRecordedOnes() {
        List<TraceEvent> recorded = CausalOrder.of(someRun(60));

        List<TraceEvent> read = TraceLog.parse(TraceLog.lines(recorded.stream()
                .map(e -> new TraceEvent("p", e.step(), "p", null, VectorClock.ZERO))
                .toList()));

        for (int i = 0; i < read.size(); i++) {
            for (int j = 0; j < read.size(); j++) {
                assertThat(read.get(i).happensBefore(read.get(j)))
                        .isEqualTo(recorded.get(i).happensBefore(recorded.get(j)));
            }
        }
    }

    @Test
    void shouldOrderTwoEventsIfAndOnlyIfThereIsAChainOfCausesBetweenThem() {
        List<SimEvent> run = someRun(60);
        List<TraceEvent> events = CausalOrder.of(run);

        for (int j = 0; j < run.size(); j++) {
            boolean[] past = past(run, j);
            for (int i = 0; i < run.size(); i++) {
                assertThat(events.get(i).happensBefore(events.get(j)))
                        .describedAs(i + " " + j)
                        .isEqualTo(past[i]);
                assertThat(events.get(i).clock().isBefore(events.get(j).clock()))
                        .isEqualTo(past[i]);
            }
        }
    }

    private static List<SimEvent> someRun(int size) {
        Random random = new Random(5);
        List<SimEvent> run = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            String place = "a" + random.nextInt(6);
            long cause = random.nextInt(3) == 0 ? -1 : random.nextInt(i + 1) - 1;
            run.add(new SimEvent(i, i, EventKind.TURN, place, place, i + 1, cause, ""));
        }
        return run;
    }

    /** By walking all edges back. */
    private static boolean[] past(List<SimEvent> run, int of) {
        boolean[] past = new boolean[run.size()];
        past[of] = true;
        for (int i = of; i >= 0; i--) {
            if (past[i]) {
                if (run.get(i).cause() >= 0) {
                    past[(int) run.get(i).cause()] = true;
                }
                for (int k = i - 1; k >= 0; k--) {
                    if (run.get(k).target().equals(run.get(i).target())) {
                        past[k] = true;
                        break;
                    }
                }
            }
        }
        past[of] = false;
        return past;
    }

    @Test
    void shouldDrawATraceAsItDrawsSimulatedRuns() {
        List<TraceEvent> events = TraceLog.parse(TraceLog.lines(client()));

        String text = new Diagram(events.stream().map(TraceEvent::step).toList()).text();

        assertThat(text).contains("Store.load(5)").contains("4 events");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`` | a line of a trace must be a JSON object: found=nothing, column=0",
                "`{` | a line of a trace must be strict JSON: problem=Unexpected end-of-input: expected close marker for Object, column=2",
                "`[]` | a line of a trace must be a JSON object: found=[, column=1",
                "`{}` | a line of a trace must have the fields of an event: fields=[]",
                "`{\"origin\":\"p\"}` | a line of a trace must have the fields of an event: fields=[origin]",
                "`{\"origin\":\"p\",\"origin\":\"q\"}` | a line of a trace must be strict JSON: problem=Duplicate field 'origin', column=23",
                "`{\"origin\":true}` | a value must be a text or a whole number: found=true, column=11",
                "`{\"number\":1.5}` | a value must be a text or a whole number: found=1.5, column=11",
                "`{\"number\":99999999999999999999}` | a line of a trace must be strict JSON: problem=Numeric value (99999999999999999999) out of range of long (-9223372036854775808 - 9223372036854775807), column=31",
                "`{\"origin\":\"p` | a line of a trace must be strict JSON: problem=Unexpected end-of-input: was expecting closing quote for a string value, column=13",
                "`{\"origin\":\"\\x\"}` | a line of a trace must be strict JSON: problem=Unrecognized character escape 'x' (code 120), column=13",
                "`{\"origin\":\"\\u12\"}` | a line of a trace must be strict JSON: problem=Unexpected character ('\"' (code 34)): expected a hex-digit for character escape sequence, column=16",
                "`{} {}` | a line must end behind its object: found={, column=4",
            })
    void shouldTellDamageInOneSentence(String line, String message) {
        String good = TraceLog.lines(client());

        assertThatThrownBy(() -> TraceLog.parse(good + line + "\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message + ", line=5, file=memory");
    }

    @Test
    void shouldRefuseValuesThatNoEventHas() {
        String good = TraceLog.lines(client().subList(0, 1));

        assertThatThrownBy(() -> TraceLog.parse(good.replace("\"turn\"", "\"torn\"")))
                .hasMessage("a kind of event must be known: kind=torn, line=1, file=memory");
        assertThatThrownBy(() -> TraceLog.parse(good.replace("\"ordinal\":1", "\"ordinal\":0")))
                .hasMessage("a number of a trace must be at least 1: field=ordinal, value=0, line=1, file=memory");
        assertThatThrownBy(() -> TraceLog.parse(good.replace("\"cause\":-1", "\"cause\":\"-1\"")))
                .hasMessage("a field of a trace must be a whole number: field=cause, line=1, file=memory");
        assertThatThrownBy(() -> TraceLog.parse(good + good))
                .hasMessage("an event must be in one log: event=turn c #1: Store.load(5), number=0, origin=p1");
    }

    @Test
    void shouldRefuseCausesThatGoRoundInACircle() {
        List<TraceEvent> circle = List.of(
                event("p1", 0, EventKind.ARRIVAL, "b", "a", "p2", 0),
                event("p2", 0, EventKind.ARRIVAL, "a", "b", "p1", 0));

        assertThatThrownBy(() -> TraceLog.parse(TraceLog.lines(circle)))
                .hasMessage("causes must not go round in a circle: events=p1#0, p2#0");
    }

    @Test
    void shouldRefuseFilesThatAreNotText(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("broken.trace");
        Files.write(file, "{\"origin\":\"\u00ff\"}".getBytes(StandardCharsets.ISO_8859_1));

        assertThatThrownBy(() -> TraceLog.read(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a trace must be UTF-8: file=" + file);
    }
}
