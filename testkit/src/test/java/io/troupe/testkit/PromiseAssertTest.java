// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit;

import static io.troupe.testkit.ActorAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PromiseAssertTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final CompletablePromise<String> pending = new CompletablePromise<>();
    private final Promise<String> fulfilled = Promise.of("done");
    private final IOException cause = new IOException("gone");
    private final Promise<String> failed = Promise.failed(cause);

    @Test
    void shouldAcceptWhatHolds() {
        assertThat(pending).isPending();
        assertThat(fulfilled).isFulfilled().isFulfilledWith("done");
        assertThat(Promise.of(new int[] {1, 2})).isFulfilledWith(new int[] {1, 2});
        assertThat(Promise.done()).isFulfilledWith(null);
        assertThat(failed).isFailed().hasFailedWith(IOException.class).hasFailedWith(Exception.class);
    }

    @Test
    void shouldGoOnWithValueOrFailure() {
        assertThat(fulfilled).value().isEqualTo("done");
        assertThat(failed).failure().isSameAs(cause).hasMessage("gone");
    }

    @Test
    void shouldRejectAPendingPromise() {
        assertThatThrownBy(() -> assertThat(pending).isFulfilled()).hasMessageContaining("must have settled");
        assertThatThrownBy(() -> assertThat(pending).isFailed()).hasMessageContaining("promise=Promise[pending]");
    }

    @Test
    void shouldRejectAFulfilledPromise() {
        assertThatThrownBy(() -> assertThat(fulfilled).isPending()).hasMessageContaining("must be pending");
        assertThatThrownBy(() -> assertThat(fulfilled).isFailed()).hasMessageContaining("must have failed");
        assertThatThrownBy(() -> assertThat(fulfilled).isFulfilledWith("other"))
                .hasMessageContaining("expected=other, promise=Promise[done]");
    }

    @Test
    void shouldRejectAFailedPromiseAndTellItsCause() {
        assertThatThrownBy(() -> assertThat(failed).isFulfilled())
                .isInstanceOf(AssertionError.class)
                .hasCause(cause);
        assertThatThrownBy(() -> assertThat(failed).hasFailedWith(IllegalStateException.class))
                .hasMessageContaining("java.lang.IllegalStateException")
                .hasCause(cause);
    }

    @Test
    void shouldRejectNull() {
        assertThatThrownBy(() -> assertThat((Promise<String>) null).isPending()).isInstanceOf(AssertionError.class);
    }

    @Test
    void shouldKeepTheDescription() {
        assertThatThrownBy(() -> assertThat(pending).as("the %s", "answer").isFulfilled())
                .hasMessageContaining("[the answer]");
        assertThatThrownBy(() -> assertThat(fulfilled).as("the answer").value().isEqualTo(1))
                .hasMessageContaining("[the answer]");
    }

    @Test
    void shouldWaitInRealTime() throws InterruptedException {
        Thread other = new Thread(() -> pending.complete("late"));
        other.start();
        assertThat(pending).settles().isFulfilledWith("late");
        other.join();
        assertThatThrownBy(() -> assertThat(new CompletablePromise<>()).settlesWithin(Duration.ofMillis(3)))
                .hasMessageContaining("limit=PT0.003S");
        assertThat(new CompletablePromise<>()).staysPendingFor(Duration.ofMillis(3));
    }

    @Test
    void shouldStepAManualSystem() {
        try (TestSystem test = TestSystem.manual().allowPendingWork()) {
            Counter counter = test.spawn(Counter.class, Counter::new);
            test.assertThat(counter.get()).settles().isFulfilledWith(0);
            test.assertThat(counter.never().timeout(Duration.ZERO)).staysPendingFor(Duration.ofHours(1));
            test.assertThat(counter.fail()).settlesWithin(SECOND).hasFailedWith(IllegalStateException.class);
            assertThat(test.clock().millis()).isEqualTo(3_600_000);
            assertThatThrownBy(() ->
                            test.assertThat(counter.never().timeout(SECOND)).staysPendingFor(SECOND))
                    .hasMessageContaining("must stay pending")
                    .hasMessageContaining("time=PT1H1S");
        }
    }

    @Test
    void shouldLeavePlainAssertionsUnambiguous() {
        String text = String.valueOf(true);
        assertThat(text).isEqualTo("true");
        Object anything = 1;
        assertThat(anything).isEqualTo(1);
        assertThat(SECOND).isPositive();
    }
}
