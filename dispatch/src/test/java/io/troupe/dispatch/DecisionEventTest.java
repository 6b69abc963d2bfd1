// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.troupe.dispatch.balance.Decision;
import io.troupe.dispatch.balance.DecisionReason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DecisionEventTest {
    @TempDir
    Path folder;

    @Test
    void shouldRecordEveryDecisionWithItsNumbers() throws IOException {
        List<RecordedEvent> events;
        try (Recording recording = new Recording()) {
            recording.enable(DecisionEvent.class);
            recording.start();
            DecisionEvent.emit("test", new Decision.Start<>(1, DecisionReason.OVERLOAD, 1.5, 0.5));
            DecisionEvent.emit(
                    "test", new Decision.Move<>("cell", 0, 1, DecisionReason.LOCALITY, 0.1, 0.9, 0.2, 500, 0.3));
            DecisionEvent.emit("test", new Decision.Share<>(0, DecisionReason.OVERLOAD, 2));
            DecisionEvent.emit("test", new Decision.Stop<>(1, DecisionReason.UNDERLOAD, 0.2));
            recording.stop();
            Path file = folder.resolve("decisions.jfr");
            recording.dump(file);
            events = RecordingFile.readAllEvents(file);
        }
        assertThat(events)
                .extracting(event -> event.getString("kind"), event -> event.getString("reason"))
                .containsExactlyInAnyOrder(
                        tuple("start", "overload"),
                        tuple("move", "locality"),
                        tuple("share", "overload"),
                        tuple("stop", "underload"));
        assertThat(events)
                .filteredOn(event -> event.getString("kind").equals("move"))
                .singleElement()
                .satisfies(move -> {
                    assertThat(move.getString("dispatcher")).isEqualTo("test");
                    assertThat(move.getString("cell")).isEqualTo("cell");
                    assertThat(move.getInt("from")).isZero();
                    assertThat(move.getInt("to")).isEqualTo(1);
                    assertThat(move.getDouble("load")).isEqualTo(0.1);
                    assertThat(move.getDouble("hopsSaved")).isEqualTo(500);
                });
    }
}
