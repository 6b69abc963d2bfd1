// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.mailbox.MemoryBudget;
import org.junit.jupiter.api.Test;

class CallWindowTest {
    private static final int CALL = InboundCalls.CALL;
    private static final long WITHOUT = Long.MAX_VALUE;

    private final MemoryBudget budget = MemoryBudget.of(1 << 20);
    private final FullConnection connection = new FullConnection();
    private final WriteQueue queue = new WriteQueue(connection, budget, budget, Long.MAX_VALUE);
    private final CallWindow window = new CallWindow(queue);
    private int woken;

    CallWindowTest() {
        queue.writer(() -> {
            queue.begin();
            woken++;
        });
    }

    private int woken() {
        connection.runTasks();
        return woken;
    }

    private void begin(int calls) {
        for (int i = 0; i < calls; i++) {
            window.begins();
        }
    }

    private void end(int calls) {
        for (int i = 0; i < calls; i++) {
            window.ends(CALL);
        }
    }

    @Test
    void shouldHaveNoBoundUntilTheOtherSideHasSaidOne() {
        begin(1_000_000);
        window.keeps(1 << 30);
        assertThat(window.isFull()).isFalse();
    }

    @Test
    void shouldBeFullAtTheNumberOfCalls() {
        window.peer(3, WITHOUT);
        begin(2);
        assertThat(window.isFull()).isFalse();
        begin(1);
        assertThat(window.isFull()).isTrue();
        end(1);
        assertThat(window.isFull()).isFalse();
    }

    @Test
    void shouldWakeTheWriterOnlyWhenThereIsRoomAgain() {
        window.peer(3, WITHOUT);
        begin(2);
        end(2);
        assertThat(woken()).isZero();
        begin(3);
        end(1);
        assertThat(woken()).isOne();
        end(2);
        assertThat(woken()).isOne();
    }

    @Test
    void shouldBeFullWhenAnotherCallWouldNotFit() {
        window.peer(WITHOUT, 10 * CALL);
        begin(9);
        assertThat(window.isFull()).isFalse();
        begin(1);
        assertThat(window.isFull()).isTrue();
    }

    /** As large as the largest may be the next one. */
    @Test
    void shouldLeaveRoomForTheLargestArguments() {
        window.peer(WITHOUT, 10 * CALL);
        begin(1);
        window.keeps(3 * CALL);
        assertThat(window.isFull()).isFalse();
        begin(1);
        window.keeps(0);
        assertThat(window.isFull()).isFalse();
        begin(2);
        assertThat(window.isFull()).isTrue();
        window.ends(4 * CALL);
        assertThat(window.isFull()).isFalse();
    }

    @Test
    void shouldAlwaysLetOneCallBeUnderWay() {
        window.peer(1, 1);
        assertThat(window.isFull()).isFalse();
        begin(1);
        window.keeps(1 << 30);
        assertThat(window.isFull()).isTrue();
    }

    @Test
    void shouldStayOpenUntilThereIsRoomByItself() {
        window.peer(3, WITHOUT);
        window.open();
        begin(3);
        assertThat(window.isFull()).as("was open for nothing").isTrue();
        window.open();
        begin(2);
        assertThat(window.isFull()).isFalse();
        end(2);
        assertThat(window.isFull()).as("three are under way").isFalse();
        end(1);
        begin(1);
        assertThat(window.isFull()).isTrue();
        assertThat(window.answered()).isEqualTo(3);
    }

    @Test
    void shouldCountWhatIsHandedOverUntilItEnds() {
        window.peer(WITHOUT, 10 * CALL);
        begin(5);
        window.handsOver(4 * CALL);
        assertThat(window.isFull()).isFalse();
        window.handsOver(CALL);
        assertThat(window.isFull()).isTrue();
        assertThat(woken()).isZero();
        window.hasBack(CALL);
        assertThat(window.isFull()).isFalse();
        assertThat(woken()).isOne();
    }

    /** Else each of them would be refused that comes when there is room for a call alone. */
    @Test
    void shouldLeaveRoomForAllThatIsHandedOverInACall() {
        window.peer(WITHOUT, 10 * CALL);
        begin(1);
        window.handsOver(2 * CALL);
        window.keeps(0);
        begin(4);
        assertThat(window.isFull()).isFalse();
        begin(1);
        assertThat(window.isFull()).as("two are left").isTrue();
    }

    @Test
    void shouldLetOneCallPassWhateverIsHandedOver() {
        window.peer(WITHOUT, 10 * CALL);
        window.handsOver(20 * CALL);
        assertThat(window.isFull()).isFalse();
        begin(1);
        assertThat(window.isFull()).isTrue();
    }
}
