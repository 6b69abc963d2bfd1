// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.value.WireException;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FragmentAssemblerTest {
    private static final int MEMORY = 1 << 20;
    private static final int MOST = 256 << 10;
    private static final int PIECE = 48_000;
    private static final int LEAST = 64 << 10;
    private static final long SECOND = 1_000_000_000;

    private final MemoryBudget budget = MemoryBudget.of(MEMORY);
    private final FragmentAssembler assembly = new FragmentAssembler(budget, MOST, () -> {});

    private static Frame.Fragment piece(long number, int size, int bytes) {
        return new Frame.Fragment(number, size, ByteBuffer.allocate(bytes));
    }

    @Test
    void shouldGiveUpAMessageWhoseNextPieceDoesNotComeWithin30Seconds() {
        assembly.add(piece(1, MOST, PIECE), 0);
        assembly.checkTime(30 * SECOND);
        assembly.add(piece(1, 0, PIECE), 30 * SECOND);
        assembly.checkTime(60 * SECOND);

        assertThatThrownBy(() -> assembly.checkTime(60 * SECOND + 1))
                .isInstanceOf(WireException.class)
                .hasMessage("a message in pieces must go on within 30 s: bytes=262144, missing=166144");
    }

    /** Each begins and goes on, and none is ever finished. */
    @Test
    void shouldEndWhoBeginsMessagesWithoutEndAtABoundOfBytes() {
        long[] number = {0};
        assertThatThrownBy(() -> {
                    while (number[0] < 1_000) {
                        number[0]++;
                        assembly.add(piece(number[0], MOST, PIECE), 0);
                        assembly.add(piece(number[0], 0, PIECE), 0);
                    }
                })
                .isInstanceOf(WireException.class)
                .hasMessageContaining("must not be more at the same time than the link may hold: memory=1048576");
        assertThat(budget.used()).isLessThanOrEqualTo(MEMORY + 2L * MOST);
        assembly.clear();
        assertThat(budget.used()).isZero();
    }

    @Test
    void shouldEndWhoBeginsMessagesWithoutEndAtANumber() {
        for (int number = 1; number <= 256; number++) {
            assembly.add(piece(number, 1_000, 1), 0);
        }
        assertThatThrownBy(() -> assembly.add(piece(257, 1_000, 1), 0))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("not be one of more than 256: number=257");
    }

    @Test
    void shouldTakeMemoryForWhatIsThereOnly() {
        assembly.add(piece(1, MOST, 1), 0);
        assertThat(budget.used()).isLessThan(MOST);
    }

    /** Beyond the half of it, too: memory that were twice as much would be more than the heap has for several. */
    @Test
    void shouldNotTakeTheMemoryOfTheWholeBeforeItIsThere() {
        assembly.add(piece(1, MOST, PIECE), 0);
        assembly.add(piece(1, 0, PIECE), 0);
        assembly.add(piece(1, 0, PIECE), 0);
        assertThat(budget.used()).isLessThanOrEqualTo(3 * PIECE + LEAST);
    }

    @Test
    void shouldPutTogetherPiecesOfAllLengths() {
        byte[] message = new byte[MOST - 1];
        new Random(1).nextBytes(message);
        byte[] whole = null;
        int at = 0;
        for (int length = 1; at < message.length; length = Math.min(2 * length + 1, message.length - at)) {
            assertThat(whole).isNull();
            ByteBuffer bytes = ByteBuffer.wrap(message, at, length);
            whole = assembly.add(new Frame.Fragment(1, at == 0 ? message.length : 0, bytes), 0);
            at += length;
        }
        assertThat(whole).isEqualTo(message);
        assertThat(budget.used()).isEqualTo(message.length);
        assembly.used(whole);
        assertThat(budget.used()).isZero();
    }

    @Test
    void shouldGiveBackWhatIsCalledOff() {
        assembly.add(piece(1, MOST, PIECE), 0);
        assertThat(assembly.add(piece(1, 0, 0), 0)).isNull();
        assertThat(budget.used()).isZero();
        assembly.checkTime(100 * SECOND);
    }
}
