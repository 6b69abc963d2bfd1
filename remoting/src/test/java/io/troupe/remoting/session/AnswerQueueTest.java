// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.value.WireException;
import org.junit.jupiter.api.Test;

class AnswerQueueTest {
    private static final long LIMIT = 10_000_000;
    private static final int LARGE = 1_000_000;

    private final MemoryBudget system = MemoryBudget.of(LIMIT);
    private final AnswerQueue queue = queue();

    private AnswerQueue queue() {
        return new AnswerQueue(system.part("link", LIMIT), system);
    }

    private static final class Weighing implements Answer {
        private int weight;
        private boolean dropped;

        Weighing(int weight) {
            this.weight = weight;
        }

        @Override
        public int weight() {
            return weight;
        }

        @Override
        public void drop() {
            dropped = true;
            weight = Weight.SMALL;
        }

        @Override
        public Frame frame() {
            return new Frame.Cancel(1);
        }

        @Override
        public void notSent(WireException cause) {
            throw cause;
        }
    }

    /** Whether it waits with its result. */
    private static boolean add(AnswerQueue queue, int weight) {
        Weighing answer = new Weighing(weight);
        queue.add(answer);
        return !answer.dropped;
    }

    /** How many large ones find room; behind them is one that did not. */
    private static int fill(AnswerQueue queue) {
        int count = 0;
        while (add(queue, LARGE)) {
            count++;
        }
        return count;
    }

    @Test
    void shouldHoldHalfOfTheMemoryOfAllAtMost() {
        assertThat(fill(queue)).isBetween(4, 5);
        assertThat(system.used()).isLessThanOrEqualTo(LIMIT / 2 + MemoryBudget.GRANT);
    }

    @Test
    void shouldLeaveRoomForOthers() {
        fill(queue);
        AnswerQueue other = queue();
        assertThat(fill(other)).isBetween(1, 3);
        assertThat(add(queue(), LARGE / 2)).isTrue();
    }

    @Test
    void shouldTakeASmallAnswerInAnyCase() {
        fill(queue);
        assertThat(queue.bytes() % LARGE).isEqualTo(Weight.SMALL); // what it says of one that it has dropped
        assertThat(add(queue, Weight.SMALL)).isTrue();
        assertThat(queue.bytes() % LARGE).isEqualTo(2 * Weight.SMALL);
    }

    @Test
    void shouldTakeAnAnswerThatIsLargerThanAllMemoryWhileLittleElseWaits() {
        system.reserve(MemoryBudget.GRANT); // such as for the call itself
        int largest = (int) LIMIT + 1;
        assertThat(add(queue, largest)).isTrue();
        assertThat(add(queue, LARGE)).as("behind it").isFalse();
        assertThat(add(queue(), LARGE)).as("beside it").isFalse();
        assertThat(queue.poll()).isNotNull();
        assertThat(queue.poll()).isNotNull();
        assertThat(add(queue, largest)).isTrue();
    }

    @Test
    void shouldGiveBackWhatIsTaken() {
        int count = fill(queue);
        for (int i = 0; i <= count; i++) {
            assertThat(queue.poll()).isNotNull();
        }
        assertThat(queue.poll()).isNull();
        assertThat(system.used()).isLessThanOrEqualTo(MemoryBudget.GRANT);
        assertThat(fill(queue)).isEqualTo(count);
    }

    @Test
    void shouldGiveBackEverythingAtTheEnd() {
        fill(queue);
        queue.close();
        assertThat(queue.bytes()).isZero();
        assertThat(add(queue, LARGE)).isTrue();
        assertThat(add(queue, Weight.SMALL)).isTrue();
        assertThat(queue.bytes()).isZero();
        assertThat(queue.poll()).isNull();
    }
}
