// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.support.Note;
import io.troupe.dispatch.support.ProbeCell;
import io.troupe.dispatch.support.ReadyList;
import io.troupe.dispatch.support.Team;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InboxTest {
    private static final int MANY = 1_000_000;

    private final Cell cell = new ProbeCell(new ReadyList());

    @Test
    void shouldSayWhoMustSchedule() {
        Note first = new Note(0, 0);
        assertThat(Inbox.push(cell, first)).isSameAs(Inbox.IDLE);
        assertThat(Inbox.push(cell, new Note(0, 1))).isSameAs(first);
    }

    @Test
    void shouldTakeOldestFirst() {
        push(0, 1, 2);
        assertThat(numbers(Inbox.take(cell))).containsExactly(0, 1, 2);
        assertThat(Inbox.take(cell)).isNull();
    }

    @Test
    void shouldTakeOnlyWhatIsNew() {
        push(0, 1);
        Inbox.take(cell);
        push(2, 3);
        assertThat(numbers(Inbox.take(cell))).containsExactly(2, 3);
    }

    @Test
    void shouldNotGiveUpOwnershipWhileSomethingIsThere() {
        push(0);
        assertThat(Inbox.release(cell)).isFalse();
        Inbox.take(cell);
        assertThat(Inbox.release(cell)).isTrue();
        push(1);
        assertThat(numbers(Inbox.take(cell))).containsExactly(1);
    }

    @Test
    void shouldBeClaimedOnceWhileIdle() {
        assertThat(Inbox.claim(cell)).isTrue();
        assertThat(Inbox.claim(cell)).isFalse();
        push(0);
        assertThat(numbers(Inbox.take(cell))).containsExactly(0);
        assertThat(Inbox.release(cell)).isTrue();
        assertThat(Inbox.claim(cell)).isTrue();
        assertThat(Inbox.take(cell)).isNull();
        assertThat(Inbox.release(cell)).isTrue();
    }

    @Test
    void shouldSeeNoArrivalInAClaim() {
        Inbox.claim(cell);
        assertThat(Inbox.hasArrivals(cell)).isFalse();
        push(0);
        assertThat(Inbox.hasArrivals(cell)).isTrue();
        assertThat(Inbox.release(cell)).isFalse();
    }

    @Test
    void shouldReturnTheRestWhenShut() {
        push(0);
        Inbox.take(cell);
        push(1, 2);
        assertThat(left(Inbox.shut(cell, null))).containsExactly(1, 2);
        assertThat(Inbox.push(cell, new Note(0, 3))).isSameAs(Inbox.CLOSED);
        assertThat(left(Inbox.shut(cell, null))).containsExactly(3);
        assertThat(Inbox.shut(cell, null)).isNull();
        assertThat(Inbox.claim(cell)).isFalse();
    }

    @Test
    void shouldPutALongChainInOrderInSteps() {
        int count = 3 * Reversal.STEP;
        Note[] sent = new Note[count + 2];
        push(0);
        Inbox.take(cell);
        for (int i = 1; i < sent.length; i++) {
            sent[i] = new Note(0, i);
            Inbox.push(cell, sent[i]);
        }
        int steps = 1;
        Message first = Inbox.take(cell);
        while (first == null) {
            assertThat(Inbox.hasArrivals(cell)).isTrue();
            assertThat(Inbox.release(cell)).isFalse();
            assertThat(Inbox.arrivals(cell, count * 2)).isEqualTo(count + 1);
            for (int i = 1; i < sent.length; i += 1000) {
                assertThat(Inbox.arrivalPosition(cell, sent[i], count * 2)).isEqualTo(i);
            }
            assertThat(Inbox.arrivalPosition(cell, sent[count], 10)).isZero();
            first = Inbox.take(cell);
            steps++;
        }
        assertThat(steps).isGreaterThanOrEqualTo(count / Reversal.STEP);
        assertThat(numbers(first)).hasSize(count + 1).isSorted().startsWith(1).doesNotHaveDuplicates();
        assertThat(Inbox.release(cell)).isTrue();
    }

    /** Notes how many messages it finds at once. */
    private static final class Deep extends Cell {
        private final List<Integer> found = new ArrayList<>();

        Deep() {
            super(new ReadyList(), null);
        }

        @Override
        protected void deliver(Message message) {}

        @Override
        protected void undelivered(Message message) {}

        @Override
        protected void backlog(int messages) {
            found.add(messages);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100, 2_345, Reversal.STEP})
    void shouldTellACellHowManyMessagesItHasFound(int more) {
        Deep deep = new Deep();
        int count = 2 * Reversal.STEP + more;
        for (int i = 0; i < count; i++) {
            Inbox.push(deep, new Note(0, i));
        }
        while (Inbox.take(deep) == null) {
            assertThat(deep.found).isEmpty();
        }
        assertThat(deep.found).containsExactly(count);
        Inbox.push(deep, new Note(0, count));
        Inbox.take(deep);
        assertThat(deep.found).hasSize(1);
    }

    @Test
    void shouldKeepTheOrderOfWhatArrivesWhileALongChainIsPutInOrder() {
        int count = 2 * Reversal.STEP;
        for (int i = 0; i < count; i++) {
            push(i);
        }
        assertThat(Inbox.take(cell)).isNull();
        push(count, count + 1);
        assertThat(Inbox.arrivals(cell, Integer.MAX_VALUE)).isEqualTo(count + 2);
        Message first = Inbox.take(cell);
        assertThat(numbers(first)).hasSize(count).isSorted();
        assertThat(numbers(Inbox.take(cell))).containsExactly(count, count + 1);
    }

    @Test
    void shouldReturnAllInOrderWhenShutWhileALongChainIsPutInOrder() {
        int count = 2 * Reversal.STEP;
        for (int i = 0; i < count; i++) {
            push(i);
        }
        assertThat(Inbox.take(cell)).isNull();
        push(count, count + 1);
        assertThat(left(Inbox.shut(cell, null))).hasSize(count + 2).isSorted().doesNotHaveDuplicates();
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
        assertThat(Inbox.arrivals(cell, 10)).isZero();
        push(0, 1, 2);
        assertThat(Inbox.arrivals(cell, 10)).isEqualTo(3);
        assertThat(Inbox.arrivals(cell, 2)).isEqualTo(2);
        assertThat(Inbox.hasArrivals(cell)).isTrue();
        Inbox.take(cell);
        assertThat(Inbox.arrivals(cell, 10)).isZero();
        assertThat(Inbox.hasArrivals(cell)).isFalse();
    }

    /** What is taken is turned around, and then delivered from a ring: a walk along the chain must not stay in it. */
    @ParameterizedTest
    @ValueSource(ints = {1_000, 20_000})
    void shouldNeverCountMoreThanWait(int burst) {
        AtomicInteger pushed = new AtomicInteger();
        AtomicInteger taken = new AtomicInteger();
        Team team = Team.of(2, number -> {
            if (number == 0) {
                for (int i = 0; i < MANY; i++) {
                    while (i - taken.get() > burst) {
                        Thread.yield();
                    }
                    pushed.incrementAndGet();
                    Inbox.push(cell, new Note(0, i));
                }
            } else {
                while (taken.get() < MANY) {
                    deliverAll(taken);
                }
            }
        });
        while (taken.get() < MANY) {
            int before = taken.get();
            int counted = Inbox.arrivals(cell, MANY);
            assertThat(counted).isLessThanOrEqualTo(pushed.get() - before);
        }
        team.join();
    }

    private void deliverAll(AtomicInteger taken) {
        Message first = Inbox.take(cell);
        if (first == null) {
            Thread.yield();
            return;
        }
        int count = 1;
        Message ring = Chain.ringBehind(first, Inbox.newestTaken(cell));
        while (ring != null) {
            Message oldest = Chain.takeOldest(ring);
            ring = oldest == ring ? null : ring;
            count++;
        }
        taken.addAndGet(count);
    }

    @Test
    void shouldTakeEachMessageOnceInTheOrderOfItsSender() {
        int each = 50_000;
        Team senders = Team.of(3, number -> {
            for (int i = 0; i < each; i++) {
                Inbox.push(cell, new Note(number, i));
            }
        });
        int[] next = new int[3];
        int received = 0;
        while (received < 3 * each) {
            for (Note note : notes(Inbox.take(cell))) {
                assertThat(note.number()).isEqualTo(next[note.sender()]++);
                received++;
            }
        }
        senders.join();
        assertThat(Inbox.release(cell)).isTrue();
    }

    private void push(int... numbers) {
        for (int number : numbers) {
            Inbox.push(cell, new Note(0, number));
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
