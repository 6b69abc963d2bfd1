// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.support.Note;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ChainTest {
    private final List<Message> notes = IntStream.range(0, 8)
            .mapToObj(number -> (Message) new Note(0, number))
            .toList();

    @Test
    void shouldTurnArrivalsAround() {
        link(Inbox.BUSY, 0, 1, 2);
        Message first = Chain.oldestFirst(notes.get(2), null);
        assertThat(unlinked(first)).containsExactly(0, 1, 2);
    }

    @Test
    void shouldStopAtTheEndOfTheLastTake() {
        link(notes.get(0), 1, 2);
        Message first = Chain.oldestFirst(notes.get(2), notes.get(0));
        assertThat(unlinked(first)).containsExactly(1, 2);
        assertThat(notes.get(0).next()).isNull();
    }

    @Test
    void shouldNeedNoRingForOneMessage() {
        assertThat(Chain.ringBehind(notes.get(0), notes.get(0))).isNull();
        assertThat(notes.get(0).next()).isNull();
    }

    @Test
    void shouldTakeTheOldestOutOfARing() {
        Message ring = ring(0, 1, 2);
        assertThat(Chain.takeOldest(ring)).isSameAs(notes.get(0));
        assertThat(Chain.takeOldest(ring)).isSameAs(notes.get(1));
        assertThat(Chain.takeOldest(ring)).isSameAs(ring);
        assertThat(notes).allMatch(note -> note.next() == null);
    }

    @Test
    void shouldInsertBetweenNewestAndOldest() {
        Message ring = ring(2, 3);
        Chain.insert(ring, list(0, 1), notes.get(1));
        assertThat(ringed(ring)).containsExactly(0, 1, 2, 3); // the newest stays: they stand before all others
        ring = ring(2, 3);
        Chain.insert(ring, list(4, 5), notes.get(5));
        assertThat(ringed(notes.get(5))).containsExactly(2, 3, 4, 5); // theirs is the newest: behind all others
    }

    @Test
    void shouldCountUpToTheLimit() {
        Message ring = ring(0, 1, 2);
        assertThat(Chain.count(null, 9)).isZero();
        assertThat(Chain.count(ring, 9)).isEqualTo(3);
        assertThat(Chain.count(ring, 2)).isEqualTo(2);
        assertThat(Chain.count(ring, 0)).isZero();
    }

    @Test
    void shouldFindPositions() {
        Message ring = ring(0, 1, 2);
        assertThat(Chain.position(ring, notes.get(0), 9)).isEqualTo(1);
        assertThat(Chain.position(ring, notes.get(2), 9)).isEqualTo(3);
        assertThat(Chain.position(ring, notes.get(2), 2)).isZero();
        assertThat(Chain.position(ring, notes.get(5), 9)).isZero();
        assertThat(Chain.position(null, notes.get(5), 9)).isZero();
    }

    /** As senders leave it: newest first. */
    private void link(Message end, int... numbers) {
        Message before = end;
        for (int number : numbers) {
            notes.get(number).next(before);
            before = notes.get(number);
        }
    }

    private Message list(int... numbers) {
        for (int i = 1; i < numbers.length; i++) {
            notes.get(numbers[i - 1]).next(notes.get(numbers[i]));
        }
        return notes.get(numbers[0]);
    }

    private Message ring(int... numbers) {
        Message newest = notes.get(numbers[numbers.length - 1]);
        Chain.insert(null, list(numbers), newest);
        return newest;
    }

    private static List<Integer> unlinked(@Nullable Message first) {
        List<Message> all = new ArrayList<>();
        for (Message at = first; at != null; at = at.next()) {
            all.add(at);
        }
        return numbers(all);
    }

    private static List<Integer> ringed(Message newest) {
        return unlinked(Reversal.ofRing(newest).first());
    }

    private static List<Integer> numbers(List<Message> messages) {
        return messages.stream().map(message -> ((Note) message).number()).toList();
    }
}
