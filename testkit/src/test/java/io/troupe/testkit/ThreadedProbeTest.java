// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.error.CallTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ThreadedProbeTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final TestSystem test = TestSystem.real();
    private final Probe<Store> probe = test.probe(Store.class);

    @AfterEach
    void close() {
        test.close();
    }

    @Test
    void shouldWaitForCallsOfOtherThreads() throws InterruptedException {
        Thread other = new Thread(() -> {
            for (int i = 0; i < 100; i++) {
                probe.ref().save("key", i);
            }
        });
        other.start();
        for (int i = 0; i < 100; i++) {
            assertThat(probe.awaitCall(LONG).argument(1, Integer.class)).isEqualTo(i);
        }
        other.join();
        probe.expectNoCall();
    }

    @Test
    void shouldAnswerOtherThreads() {
        probe.answer("load", 3);
        test.assertThat(probe.ref().load("a")).settlesWithin(LONG).isFulfilledWith(3);
        probe.expectCall("load", "a");
    }

    @Test
    void shouldHonourDeadlines() {
        test.assertThat(probe.ref().load("a").timeout(Duration.ofMillis(5)))
                .settlesWithin(LONG)
                .isFailed();
    }

    @Test
    void shouldFailUnansweredCallsAtTheDeadlineOfTheirSystem() {
        try (TestSystem hasty = TestSystem.real(settings -> settings.askTimeout(Duration.ofMillis(5)))) {
            hasty.assertThat(hasty.probe(Store.class).ref().load("a"))
                    .settlesWithin(LONG)
                    .hasFailedWith(CallTimeoutException.class);
        }
    }

    @Test
    void shouldEndTheWaitAtTheLimit() {
        assertThatThrownBy(() -> probe.awaitCall(Duration.ofMillis(5)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("limit=PT0.005S")
                .hasMessageContaining("time=real");
        probe.expectNoCall(Duration.ofMillis(5));
    }

    @Test
    void shouldSeeCallsThatWereMadeBeforeARoundTrip() {
        probe.ref().save("a", 1);
        assertThatThrownBy(probe::expectNoCall).hasMessageContaining("save(\"a\", 1)");
    }
}
