// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.troupe.remoting.codec.Frame.Nak;
import io.troupe.remoting.pacing.QueuePressure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a flight recording shows that was started after the process. */
class LinkRecordingTest {
    private static final String PEER = "tcp://recorded:1";

    @TempDir
    Path folder;

    @Test
    void shouldRecordLinksAndNaks() throws IOException {
        LinkEvents.up(PEER, "shop", "binary"); // nobody records
        List<RecordedEvent> events;
        try (Recording recording = new Recording()) {
            recording.start();
            LinkEvents.up(PEER, "shop", "binary");
            NakEvents.nakSent(PEER, Nak.Scope.LINK, 7, new QueuePressure(2, 90, 100, 1_000));
            LinkEvents.down(PEER, "shop", "reset");
            recording.stop();
            Path file = folder.resolve("links.jfr");
            recording.dump(file);
            events = RecordingFile.readAllEvents(file);
        }
        assertThat(events)
                .filteredOn(event -> isOfPeer(event, "io.troupe.Link"))
                .extracting(event -> event.getBoolean("up"), event -> event.getString("name"))
                .containsExactly(tuple(true, "shop"), tuple(false, "shop"));
        assertThat(events)
                .filteredOn(event -> isOfPeer(event, "io.troupe.Nak"))
                .singleElement()
                .satisfies(nak -> {
                    assertThat(nak.getBoolean("sent")).isTrue();
                    assertThat(nak.getLong("queued")).isEqualTo(90);
                });
    }

    private static boolean isOfPeer(RecordedEvent event, String type) {
        return event.getEventType().getName().equals(type)
                && event.getString("peer").equals(PEER);
    }
}
