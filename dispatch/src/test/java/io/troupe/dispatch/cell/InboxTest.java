// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.support.Note;
import io.troupe.dispatch.support.Team;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class InboxTest {
    private final Inbox inbox = new Inbox() {};

    @Test
    void shouldSayWhoMustSchedule() {
        Note first = new Note(0, 0);
        assertThat(inbox.push(first)).isSameAs(Inbox.IDLE);
        assertThat(inbox.push(new Note(0, 1))).isSameAs(first);
    }

    @Test
    void shouldTakeOldestFirst() {
        push(0, 1, 2);
        assertThat(numbers(inbox.take())).containsExactly(0, 1, 2);
        assertThat(inbox.take()).isNull();
    }

    @Test
    void shouldTakeOnlyWhatIsNew() {
        push(0, 1);
        inbox.take();
        push(2, 3);
        assertThat(numbers(inbox.take())).containsExactly(2, 3);
    }

    @Test
    void shouldNotGiveUpOwnershipWhileSomethingIsThere() {
        push(0);
        assertThat(inbox.release()).isFalse();
        inbox.take();
        assertThat(inbox.release()).isTrue();
        push(1);
        assertThat(numbers(inbox.take())).containsExactly(1);
    }

    @Test
    void shouldBeClaimedOnceWhileIdle() {
        assertThat(inbox.claim()).isTrue();
        assertThat(inbox.claim()).isFalse();
        push(0);
        assertThat(numbers(inbox.take())).containsExactly(0);
        assertThat(inbox.release()).isTrue();
        assertThat(inbox.claim()).isTrue();
        assertThat(inbox.take()).isNull();
        assertThat(inbox.release()).isTrue();
    }

    @Test
    void shouldSeeNoArrivalInAClaim() {
        inbox.claim();
        assertThat(inbox.hasArrivals()).isFalse();
        push(0);
        assertThat(inbox.hasArrivals()).isTrue();
        assertThat(inbox.release()).isFalse();
    }

    @Test
    void shouldReturnTheRestWhenShut() {
        push(0);
        inbox.take();
        push(1, 2);
        assertThat(numbers(inbox.shut())).containsExactly(1, 2);
        assertThat(inbox.push(new Note(0, 3))).isSameAs(Inbox.CLOSED);
        assertThat(numbers(inbox.shut())).containsExactly(3);
        assertThat(inbox.shut()).isNull();
        assertThat(inbox.claim()).isFalse();
    }

    @Test
    void shouldCountArrivalsUpToTheLimit() {
        assertThat(inbox.arrivals(10)).isZero();
        push(0, 1, 2);
        assertThat(inbox.arrivals(10)).isEqualTo(3);
        assertThat(inbox.arrivals(2)).isEqualTo(2);
        assertThat(inbox.hasArrivals()).isTrue();
        inbox.take();
        assertThat(inbox.arrivals(10)).isZero();
        assertThat(inbox.hasArrivals()).isFalse();
    }

    @Test
    void shouldTakeEachMessageOnceInTheOrderOfItsSender() {
        int each = 50_000;
        Team senders = Team.of(3, number -> {
            for (int i = 0; i < each; i++) {
                inbox.push(new Note(number, i));
            }
        });
        int[] next = new int[3];
        int received = 0;
        while (received < 3 * each) {
            for (Note note : notes(inbox.take())) {
                assertThat(note.number()).isEqualTo(next[note.sender()]++);
                received++;
            }
        }
        senders.join();
        assertThat(inbox.release()).isTrue();
    }

    private void push(int... numbers) {
        for (int number : numbers) {
            inbox.push(new Note(0, number));
        }
    }

    private static List<Integer> numbers(Message first) {
        return notes(first).stream().map(Note::number).toList();
    }

    private static List<Note> notes(Message first) {
        List<Note> notes = new ArrayList<>();
        for (Message at = first; at != null; at = at.next()) {
            notes.add((Note) at);
        }
        return notes;
    }
}
