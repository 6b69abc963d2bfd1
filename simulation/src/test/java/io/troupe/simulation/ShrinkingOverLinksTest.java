// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.Actor;
import io.troupe.remoting.Remoting;
import io.troupe.testkit.schedule.ScheduleFailure;
import io.troupe.testkit.schedule.Schedules;
import io.troupe.testkit.schedule.Simulator;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A fault that three messages make, among hundreds of events of links and of others who talk. */
class ShrinkingOverLinksTest {
    private static final int WRITERS = 4;
    private static final int TALKERS = 2;

    /** Three events must wait; each may need one more that lets a link write later. */
    private static final int FEW = 2 * (WRITERS - 1);

    /** Keeps what it is told, in order. */
    public static class Board extends Actor<Board> {
        private final List<String> written;

        Board(List<String> written) {
            this.written = written;
        }

        public void write(String name) {
            written.add(name);
        }

        public void talk() {}
    }

    /** Writers that write at the same moment, and must not be heard in the opposite order. */
    private static void writing(Simulation sim) {
        List<String> written = new ArrayList<>();
        sim.node("n", node -> {
            Remoting remoting = Remoting.on(node.system());
            remoting.expose("board", node.spawn(Board.class, () -> new Board(written)));
            remoting.listen("tcp://n:7000");
        });
        sim.client("w", WRITERS, client -> Remoting.on(client.system())
                .connect("tcp://n:7000")
                .then(link -> {
                    Board board = link.lookup("board", Board.class);
                    client.after(Duration.ofSeconds(2).minus(sim.time()), () -> board.write(client.name()));
                }));
        sim.client("t", TALKERS, client -> Remoting.on(client.system())
                .connect("tcp://n:7000")
                .then(link -> client.every(Duration.ofMillis(20), link.lookup("board", Board.class)::talk)));
        sim.runFor(Duration.ofMillis(2500));
        assertThat(written).isNotEqualTo(List.of("w4", "w3", "w2", "w1"));
    }

    private static void run(Simulator simulator) {
        Simulation sim = new Simulation(simulator);
        try {
            writing(sim);
        } finally {
            sim.end();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1000, 4000, 5000})
    void shouldLeaveOutWhatOthersDoMeanwhile(int seed, @TempDir Path folder) {
        Schedules schedules = Schedules.of(500).named("writing").from(seed).writingTo(folder);
        ScheduleFailure failure = Objects.requireNonNull(
                schedules.run(ShrinkingOverLinksTest::run).first());
        assertThat(failure.events()).isGreaterThan(500);
        assertThat(failure.departures()).isNotNull().hasSizeLessThanOrEqualTo(FEW);
        assertThat(failure.words()).last().asString().startsWith("with " + WRITERS + " of ");
        Path file = Objects.requireNonNull(failure.file());
        assertThatThrownBy(() -> schedules.replay(file, ShrinkingOverLinksTest::run))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("\"w4\", \"w3\", \"w2\", \"w1\"");
    }
}
