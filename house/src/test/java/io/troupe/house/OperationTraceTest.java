// SPDX-License-Identifier: Apache-2.0
package io.troupe.house;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.house.OperationTrace.Entry;
import io.troupe.house.OperationTrace.Station;
import io.troupe.house.OperationTrace.Stretch;
import java.util.List;
import org.junit.jupiter.api.Test;

class OperationTraceTest {
    /** Words such as {@code main:Cell.push}; an asterisk is the effect. */
    private static Stretch stretch(String words) {
        Stretch stretch = new Stretch();
        for (String word : words.split(" ", -1)) {
            String[] parts = word.split("[:.]", -1);
            if (word.equals("*")) {
                stretch.effect();
            } else if (!word.isEmpty()) {
                stretch.enter(new Entry(parts[0], parts[1], parts[2]));
            }
        }
        return stretch;
    }

    private static OperationTrace trace(List<String> idle, List<String> rounds) {
        return OperationTrace.of(
                "tell",
                idle.stream().map(OperationTraceTest::stretch).toList(),
                rounds.stream().map(OperationTraceTest::stretch).toList());
    }

    private static List<String> files(OperationTrace trace) {
        return trace.stations().stream().map(Station::file).toList();
    }

    @Test
    void shouldCountWhatMoreThanHalfOfTheRoundsEnter() {
        OperationTrace trace =
                trace(List.of(), List.of("a:Cell.push a:Timer.run", "a:Cell.push a:Queue.add", "b:Queue.take"));
        assertThat(files(trace)).containsExactly("Cell", "Queue");
        assertThat(trace.stations()).extracting(Station::rounds).containsOnly(2);
    }

    @Test
    void shouldNotCountHalfOfTheRounds() {
        assertThat(files(trace(List.of(), List.of("a:Cell.push", "a:Queue.add"))))
                .isEmpty();
    }

    @Test
    void shouldNotCountWhatTheSameThreadEntersWhenNothingIsDone() {
        List<String> idle = List.of("a:Timer.run b:Worker.look", "a:Timer.run b:Worker.look", "c:Link.ping");
        List<String> rounds = List.of("a:Timer.run a:Cell.push b:Worker.run b:Worker.look c:Link.ping a:Cell.push");
        assertThat(files(trace(idle, rounds))).containsExactly("Cell", "Worker", "Link");
    }

    @Test
    void shouldCountATimerThatAnotherThreadRuns() {
        assertThat(files(trace(List.of("a:Timer.run"), List.of("b:Timer.run")))).containsExactly("Timer");
    }

    @Test
    void shouldSayWhatIsEnteredBeforeTheEffect() {
        OperationTrace trace = trace(
                List.of("a:Timer.run"),
                List.of("a:Timer.run a:Cell.push * b:Idle.park", "a:Cell.push * b:Idle.park", "a:Cell.push"));
        assertThat(trace.stations()).extracting(Station::beforeEffect).containsExactly(true, false);
        assertThat(trace.beforeEffect()).isEqualTo(1);
    }

    @Test
    void shouldKeepTheOrderOfATypicalRound() {
        OperationTrace trace = trace(
                List.of(),
                List.of(
                        "c:Timer.run b:Worker.run b:Wheel.turn a:Cell.push",
                        "a:Cell.push b:Worker.run a:Inbox.add",
                        "a:Cell.offer a:Inbox.add b:Worker.run"));
        assertThat(files(trace)).containsExactly("Cell", "Worker", "Inbox");
        assertThat(trace.stations().get(0).entry()).isEqualTo(new Entry("a", "Cell", "push"));
    }
}
