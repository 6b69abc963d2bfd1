// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.backpressure;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.examples.backpressure.view.MemoryPicture;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OverloadTest {
    private static final long BUDGET = 4 << 20;

    @Test
    void shouldStayWithinTheBudgetAndReceiveAllThatWasSent() throws InterruptedException {
        StringWriter text = new StringWriter();
        MemoryPicture picture = new MemoryPicture(new PrintWriter(text), false);
        CountDownLatch stopped = new CountDownLatch(1);
        MemoryOverload.OverloadOutcome outcome = new MemoryOverload(BUDGET, 60, stopped, stats -> {
                    picture.accept(stats);
                    if (stats.peak() > BUDGET / 2) {
                        stopped.countDown();
                    }
                })
                .run();
        assertThat(outcome.sent()).isEqualTo(outcome.received()).isGreaterThan(BUDGET / 2 / 4200);
        assertThat(outcome.peak()).isBetween(BUDGET / 2, BUDGET + BUDGET / 10);
        assertThat(outcome.left()).isZero();
        assertThat(text.toString()).contains("all ", "orders-", "of 4.0 MiB");
    }
}
