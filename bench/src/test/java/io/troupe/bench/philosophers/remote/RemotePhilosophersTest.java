// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.philosophers.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.troupe.bench.harness.Troupe;
import io.troupe.bench.philosophers.Forks;
import io.troupe.bench.philosophers.Guests;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RemotePhilosophersTest {
    private static final int SEATS = 5;
    private static final int MEALS = 50;

    private final Guests guests = new Guests(SEATS);

    @Tag("process")
    @ParameterizedTest
    @MethodSource("encodings")
    void shouldServeEveryMealOfAnotherProcessOnceOnTroupe(TroupeVisit visit) {
        Troupe.Any troupe = new Troupe.Any();
        troupe.start();
        try {
            visit.start(troupe, guests, MEALS);
            eatTwice(visit);
        } finally {
            troupe.stop();
        }
    }

    static Stream<TroupeVisit> encodings() {
        return Stream.of(new TroupeVisit.Binary(), new TroupeVisit.Cbor(), new TroupeVisit.Json());
    }

    @Tag("process")
    @Test
    void shouldServeEveryMealOfAnotherProcessOnceOnPekko() {
        PekkoVisit visit = new PekkoVisit();
        visit.start(guests, MEALS);
        eatTwice(visit);
    }

    private void eatTwice(Visit visit) {
        try {
            assertThat(visit.run()).isEqualTo(MEALS);
            assertThat(visit.run()).isEqualTo(MEALS);
        } finally {
            visit.stop();
        }
        assertThat(guests.most()).isBetween(2L * MEALS / SEATS, 2L * MEALS);
        assertThat(visit.hasTable()).isFalse();
    }

    @Tag("process")
    @Test
    void shouldEndTheTableIfNobodyGetsThere() {
        PekkoVisit visit = new PekkoVisit();
        assertThatIllegalStateException()
                .isThrownBy(() -> visit.come(List.of("5", TableMain.PEKKO), port -> {
                    assertThat(visit.hasTable()).isTrue();
                    throw new IllegalStateException("no way to port " + port);
                }))
                .withMessageStartingWith("no way");
        assertThat(visit.hasTable()).isFalse();
    }

    @Test
    void shouldSayWhyThereIsNoTable() {
        assertThatIllegalStateException()
                .isThrownBy(() -> TableProcess.start(List.of("5", "carrier")))
                .withMessageContaining("arguments=[5, carrier]")
                .withMessageNotContaining("\n");
    }

    @Test
    void shouldReadTheNotesItHasWritten() {
        NoteSerializer serializer = new NoteSerializer();
        List<Note> notes = List.of(
                new Note.Open(20_000),
                new Note.Take(999, true),
                new Note.Take(1, false),
                new Note.Given(true, false),
                new Note.Given(false, true),
                new Note.Finish(7),
                new Note.Count(),
                new Note.Accounted(new Forks.Account(3, 2)));
        for (Note note : notes) {
            ByteBuffer buffer = ByteBuffer.allocate(16);
            serializer.toBinary(note, buffer);
            assertThat(serializer.fromBinary(buffer.flip(), serializer.manifest(note)))
                    .isEqualTo(note);
            assertThat(buffer.hasRemaining()).isFalse();
        }
    }
}
