// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static io.troupe.core.ManualSystem.LONG;
import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.promise.Promise;
import io.troupe.dispatch.Dispatcher;
import io.troupe.dispatch.Dispatchers;
import io.troupe.dispatch.WorkerConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlightRecordingTest {
    @TempDir
    private Path directory;

    /** The name differs from test to test: strings that are recorded again after a recording has ended may get lost. */
    private List<RecordedEvent> record(String name, Duration threshold, Dispatcher dispatcher) throws Exception {
        try (Recording recording = new Recording()) {
            recording.enable("io.troupe.Turn").withThreshold(threshold);
            recording.enable("io.troupe.Failure");
            recording.enable("io.troupe.DeadLetter");
            recording.start();
            evening(name, dispatcher);
            recording.stop();
            Path file = directory.resolve("recording.jfr");
            recording.dump(file);
            return RecordingFile.readAllEvents(file);
        }
    }

    /** An actor fails, works for a moment, ends, and is told something. */
    private static void evening(String name, Dispatcher dispatcher) {
        try (ActorSystem system =
                ActorSystem.builder().name(name).dispatcher(dispatcher).start()) {
            Scripted a = system.spawn(Scripted.class, () -> new Scripted(new ArrayList<>()), "a");
            a.fail("broken");
            a.ask(me -> {
                        long end = System.nanoTime() + 3_000_000;
                        while (System.nanoTime() - end < 0) {
                            Thread.onSpinWait();
                        }
                        return Promise.of(1);
                    })
                    .await(LONG);
            system.stop(a).await(LONG);
            a.say("late");
        }
    }

    private static List<RecordedEvent> of(List<RecordedEvent> events, String name) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals(name))
                .toList();
    }

    @Test
    void shouldRecordLongTurnsFailuresAndDeadLetters() throws Exception {
        List<RecordedEvent> events =
                record("long", Duration.ofMillis(2), Dispatchers.dedicated(WorkerConfig.of("long", 1)));

        assertThat(of(events, "io.troupe.Turn")).anySatisfy(turn -> {
            assertThat(turn.getString("actor")).isEqualTo("troupe://long/a");
            assertThat(turn.getDuration()).isGreaterThanOrEqualTo(Duration.ofMillis(2));
            assertThat(turn.getLong("messages")).isPositive();
        });
        assertThat(of(events, "io.troupe.Failure")).singleElement().satisfies(failure -> {
            assertThat(failure.getString("actor")).isEqualTo("troupe://long/a");
            assertThat(failure.getString("cause")).isEqualTo(IllegalStateException.class.getName());
            assertThat(failure.getString("decision")).isEqualTo("RESTART");
        });
        assertThat(of(events, "io.troupe.DeadLetter")).singleElement().satisfies(letter -> {
            assertThat(letter.getString("target")).isEqualTo("troupe://long/a");
            assertThat(letter.getString("method")).isEqualTo("Scripted.say(String)");
            assertThat(letter.getString("reason")).isEqualTo("STOPPED");
        });
    }

    @Test
    void shouldRecordNoTurnBelowTheThreshold() throws Exception {
        List<RecordedEvent> events =
                record("short", Duration.ofHours(1), Dispatchers.dedicated(WorkerConfig.of("short", 1)));

        assertThat(of(events, "io.troupe.Turn")).isEmpty();
        assertThat(of(events, "io.troupe.Failure")).hasSize(1);
    }

    @Test
    void shouldRecordLongTurnsOnExecutors() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try {
            List<RecordedEvent> events = record("pool", Duration.ofMillis(2), Dispatchers.executor(pool));

            assertThat(of(events, "io.troupe.Turn")).isNotEmpty();
        } finally {
            pool.shutdown();
        }
    }
}
