// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.support.Note;
import io.troupe.dispatch.support.Team;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
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
        assertThat(left(inbox.shut(null))).containsExactly(1, 2);
        assertThat(inbox.push(new Note(0, 3))).isSameAs(Inbox.CLOSED);
        assertThat(left(inbox.shut(null))).containsExactly(3);
        assertThat(inbox.shut(null)).isNull();
        assertThat(inbox.claim()).isFalse();
    }

    @Test
    void shouldPutALongChainInOrderInSteps() {
        int count = 3 * Reversal.STEP;
        Note[] sent = new Note[count + 2];
        push(0);
        inbox.take();
        for (int i = 1; i < sent.length; i++) {
            sent[i] = new Note(0, i);
            inbox.push(sent[i]);
        }
        int steps = 1;
        Message first = inbox.take();
        while (first == null) {
            assertThat(inbox.hasArrivals()).isTrue();
            assertThat(inbox.release()).isFalse();
            assertThat(inbox.arrivals(count * 2)).isEqualTo(count + 1);
            for (int i = 1; i < sent.length; i += 1000) {
                assertThat(inbox.arrivalPosition(sent[i], count * 2)).isEqualTo(i);
            }
            assertThat(inbox.arrivalPosition(sent[count], 10)).isZero();
            first = inbox.take();
            steps++;
        }
        assertThat(steps).isGreaterThanOrEqualTo(count / Reversal.STEP);
        assertThat(numbers(first)).hasSize(count + 1).isSorted().startsWith(1).doesNotHaveDuplicates();
        assertThat(inbox.release()).isTrue();
    }

    @Test
    void shouldKeepTheOrderOfWhatArrivesWhileALongChainIsPutInOrder() {
        int count = 2 * Reversal.STEP;
        for (int i = 0; i < count; i++) {
            push(i);
        }
        assertThat(inbox.take()).isNull();
        push(count, count + 1);
        assertThat(inbox.arrivals(Integer.MAX_VALUE)).isEqualTo(count + 2);
        Message first = inbox.take();
        assertThat(numbers(first)).hasSize(count).isSorted();
        assertThat(numbers(inbox.take())).containsExactly(count, count + 1);
    }

    @Test
    void shouldReturnAllInOrderWhenShutWhileALongChainIsPutInOrder() {
        int count = 2 * Reversal.STEP;
        for (int i = 0; i < count; i++) {
            push(i);
        }
        assertThat(inbox.take()).isNull();
        push(count, count + 1);
        assertThat(left(inbox.shut(null))).hasSize(count + 2).isSorted().doesNotHaveDuplicates();
    }

    private static List<Integer> left(@Nullable Reversal first) {
        List<Integer> numbers = new ArrayList<>();
        for (Reversal at = first; at != null; at = at.following()) {
            while (!at.step()) {
                assertThat(at.count(Integer.MAX_VALUE)).isGreaterThan(Reversal.STEP);
            }
            for (Message message = at.poll(); message != null; message = at.poll()) {
                numbers.add(((Note) message).number());
            }
        }
        return numbers;
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
