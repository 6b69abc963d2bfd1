// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.ActorOptions;
import io.troupe.testkit.Counter;
import io.troupe.testkit.diagram.Diagram;
import io.troupe.testkit.schedule.EventKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What real runs have left, read as traces. */
class RealRunsTest {
    private static final String CALL =
            "{\"time\":\"2026-11-21T18:49:29.814145740Z\",\"link\":3,\"from\":\">\",\"frame\":\"call\",\"stream\":1,"
                    + "\"target\":\"table\",\"method\":\"join(java.lang.String,int)\",\"arguments\":[\"ann\",3],\"bytes\":123}";
    private static final String PING =
            "{\"time\":\"2026-11-21T18:49:29.814145840Z\",\"link\":3,\"from\":\"<\",\"frame\":\"ping\",\"token\":7,\"bytes\":9}";
    private static final String REPLY =
            "{\"time\":\"2026-11-21T18:49:29.814146740Z\",\"link\":3,\"from\":\"<\",\"frame\":\"reply\",\"stream\":1,"
                    + "\"of\":\"table.join\",\"value\":true,\"bytes\":12}";

    @TempDir
    private Path folder;

    @Test
    void shouldReadCallsAndAnswersOfATap() throws IOException {
        Path file = Files.write(folder.resolve("tap.jsonl"), List.of(CALL, PING, REPLY));
        List<TraceEvent> events = RealRuns.ofTap(file);
        assertThat(events)
                .extracting(TraceEvent::name)
                .containsExactly(
                        "send dialler-3→listener-3/table #1",
                        "note listener-3 #1",
                        "answer listener-3/table→dialler-3 #1");
        assertThat(events).extracting(TraceEvent::label).containsExactly("table.join(\"ann\",3)", "ping", "true");
        assertThat(events.get(2).step().nanos()).isEqualTo(1_000);
        assertThat(events.get(2).step().cause()).isZero();
        assertThat(events.get(0).happensBefore(events.get(2))).isTrue();
        assertThat(events.get(0).link("dialler-3", "table")).isTrue();
        assertThat(new Diagram(events.stream().map(TraceEvent::step).toList()).text())
                .contains("table.join(\"ann\",3)");
    }

    @Test
    void shouldRefuseWhatNoTapHasWritten() throws IOException {
        Path cut = Files.write(folder.resolve("cut"), List.of(CALL, PING.substring(0, 20)));
        assertThatThrownBy(() -> RealRuns.ofTap(cut))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("a line must be a frame of a tap: problem=Unexpected end-of-input")
                .hasMessageEndingWith(", line=2, file=" + cut);
        Path timeless = Files.write(folder.resolve("timeless"), List.of("{\"link\":1}"));
        assertThatThrownBy(() -> RealRuns.ofTap(timeless)).hasMessageContaining("it must have a field 'time', line=1");
        Path wrong = Files.write(folder.resolve("wrong"), List.of("{\"time\":\"now\"}"));
        assertThatThrownBy(() -> RealRuns.ofTap(wrong)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldReadTurnsOfAFlightRecording() throws IOException {
        Path file = folder.resolve("run.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("io.troupe.Turn").withThreshold(Duration.ZERO);
            recording.start();
            try (ActorSystem system = ActorSystem.start("recorded")) {
                Counter counter = system.spawn(Counter.class, Counter::new, ActorOptions.named("counter"));
                counter.add(1);
                counter.get().await(Duration.ofSeconds(10));
            }
            recording.stop();
            recording.dump(file);
        }
        List<TraceEvent> events = RealRuns.ofRecording(file);
        assertThat(events)
                .filteredOn(event -> event.kind() == EventKind.TURN && event.at("counter"))
                .isNotEmpty()
                .allSatisfy(event -> assertThat(event.label()).contains(" messages in "));
        assertThat(events.get(0).step().nanos()).isZero();
    }

    @Test
    void shouldRefuseAFileThatIsNoRecording() throws IOException {
        Path file = Files.writeString(folder.resolve("run.jfr"), "no recording");
        assertThatThrownBy(() -> RealRuns.ofRecording(file))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessage("a flight recording must be readable: file=" + file);
    }
}
