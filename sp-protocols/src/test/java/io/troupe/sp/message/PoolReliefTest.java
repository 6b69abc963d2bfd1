// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.mailbox.MemoryBudget;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the pool keeps for later use when memory is short. */
class PoolReliefTest {
    private static final int SIZE = MessagePool.LARGEST;
    /** More than a thread keeps for itself. */
    private static final int COUNT = 8;

    @Test
    void shouldDropTheSharedBlocksWhenABudgetGetsHigh() {
        List<MessageBlock> blocks = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            blocks.add(MessagePool.take(SIZE));
        }
        blocks.forEach(block -> block.release(false));
        assertThat(MessagePool.shared(SIZE)).isPositive();
        MemoryBudget.of(100).reserve(70);
        assertThat(MessagePool.shared(SIZE)).isZero();
    }
}
