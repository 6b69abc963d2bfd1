// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.promise.Promise;
import io.troupe.dispatch.timer.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** What becomes of the failure of a continuation where no actor system could report it. */
class NoSystemFailureTest {
    private static final Duration LONG = Duration.ofSeconds(10);

    private final ManualClock clock = new ManualClock();
    private final Queue<Throwable> reported = new ConcurrentLinkedQueue<>();
    private final Queue<String> said = new ConcurrentLinkedQueue<>();
    private final GlobalExecutors executors =
            new GlobalExecutors(clock, new CallbackThreads("callbacks-", true), null, (words, failure) -> {
                said.add(words);
                reported.add(failure);
            });

    @Test
    void shouldNotReportWhatAThreadWaitsForAMomentLater() {
        Promise<String> failed = failing("awaited");

        assertThatThrownBy(() -> failed.await(LONG)).hasMessage("awaited");
        clock.advance(LONG);

        assertThat(reported).isEmpty();
    }

    @Test
    void shouldReportWhatNobodyHasLookedAtForASecond() {
        Promise<String> failed = failing("ignored");
        clock.advance(Duration.ofMillis(900));
        assertThat(reported).isEmpty();

        clock.advance(Duration.ofMillis(200));

        assertThat(reported).singleElement().satisfies(failure -> assertThat(failure)
                .hasMessage("ignored"));
        assertThat(failed.isSettled()).isTrue();
    }

    @Test
    void shouldTellWhatAContinuationThrowsFromWhatNobodyHandles() {
        executors.failed(new IllegalStateException("thrown"));

        assertThat(said).containsExactly("a continuation outside of actors threw");
        assertThat(reported).singleElement().satisfies(failure -> assertThat(failure)
                .hasMessage("thrown"));
    }

    @Test
    void shouldSayHowManyFailuresWereTooManyToFollow() {
        int followed = 1_024;
        List<Promise<String>> ignored = new ArrayList<>();
        for (int i = 0; i < followed + 5; i++) {
            ignored.add(failing("ignored " + i));
        }

        clock.advance(LONG);

        assertThat(reported).hasSize(followed);
        assertThat(said).first().isEqualTo("a promise failed and nobody handles it: notFollowed=5");
        assertThat(said).last().isEqualTo("a promise failed and nobody handles it");
        assertThat(ignored).allMatch(Promise::isSettled);
    }

    /** A promise whose continuation has thrown before anybody has registered with it. */
    private Promise<String> failing(String message) {
        SettablePromise<String> source = new SettablePromise<>(executors);
        source.complete("x");
        Promise<String> failed = source.map(value -> {
            throw new IllegalStateException(message);
        });
        // The continuations of a thread run in order.
        assertThat(source.map(value -> value + "y").await(LONG)).isEqualTo("xy");
        return failed;
    }
}
