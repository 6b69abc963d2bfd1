// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.sp.message.SpMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PipeSendQueueTest {
    private static final int MIB = 1 << 20;

    /** Nobody polls meanwhile: an offer must not wait for that. */
    @ParameterizedTest
    @CsvSource({"0, 1048576", "1, 1048576", "100000, 1048576", "524288, 1048576", "524289, 1048576", "1048575, 3000000"
    })
    void shouldTakeAMessageOfAnySizeWhileItHoldsLessThanAMebibyte(int first, int second) {
        PipeSendQueue queue = new PipeSendQueue(8);
        assertThat(queue.offer(SpMessage.allocate(first))).isTrue();
        assertThat(queue.offer(SpMessage.allocate(second))).isTrue();
        empty(queue);
    }

    @Test
    void shouldRefuseWhenAMebibyteWaitsAndTellWhenHalfOfItIsGone() {
        PipeSendQueue queue = new PipeSendQueue(8);
        assertThat(queue.offer(SpMessage.allocate(MIB / 2 + 1))).isTrue();
        assertThat(queue.offer(SpMessage.allocate(MIB / 2))).isTrue();
        try (SpMessage refused = SpMessage.allocate(MIB)) {
            assertThat(queue.offer(refused)).isFalse();
            assertThat(queue.isFull()).isTrue();
            assertThat(queue.hasRoomAgain()).isFalse();
            queue.poll().release();
            assertThat(queue.hasRoomAgain()).isTrue();
            assertThat(queue.offer(refused.retain())).isTrue();
        }
        empty(queue);
    }

    private static void empty(PipeSendQueue queue) {
        for (SpMessage next = queue.poll(); next != null; next = queue.poll()) {
            next.release();
        }
        assertThat(queue.isEmpty()).isTrue();
    }
}
