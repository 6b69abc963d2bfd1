// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class DestinationTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final CompletablePromise<Void> calls = new CompletablePromise<>();
    private final CompletablePromise<Void> identified = new CompletablePromise<>();
    private final Promise<Void> both = Destination.both(calls, identified);

    @Test
    void shouldHearBothEndsAlsoIfOneHasFailed() {
        calls.fail(new IllegalStateException("lost"));
        assertThat(both.isSettled()).isFalse();
        identified.fail(new IllegalStateException("lost, too"));
        assertThat(Promise.allSettled(both).await(LIMIT).get(0).failure()).hasMessage("lost");
    }

    @Test
    void shouldFailAsTheSecondOne() {
        identified.fail(new IllegalStateException("lost"));
        calls.complete();
        assertThat(Promise.allSettled(both).await(LIMIT).get(0).failure()).hasMessage("lost");
    }

    @Test
    void shouldBeDoneWhenBothAre() {
        calls.complete();
        assertThat(both.isSettled()).isFalse();
        identified.complete();
        both.await(LIMIT);
        assertThat(both.isSettled()).isTrue();
    }
}
