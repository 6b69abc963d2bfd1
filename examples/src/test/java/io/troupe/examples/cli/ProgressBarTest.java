// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.Dispatchers;
import io.troupe.dispatch.ManualDispatcher;
import io.troupe.dispatch.timer.ManualClock;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProgressBarTest {
    @Test
    void shouldShowShareSpeedAndRest() {
        assertThat(ProgressBar.text(250, 1000, "jobs", 2_000_000_000L))
                .isEqualTo("[##########------------------------------]  25 %  125 jobs/s  6 s left");
    }

    @Test
    void shouldShowNoRestBeforeFirstResult() {
        assertThat(ProgressBar.text(0, 1000, "jobs", 2_000_000_000L)).endsWith("  0 %  0 jobs/s");
    }

    @Test
    void shouldBeFullOnlyAtTheEnd() {
        assertThat(ProgressBar.text(999, 1000, "jobs", 1)).contains("-]", " 99 %");
        assertThat(ProgressBar.text(1000, 1000, "jobs", 1)).doesNotContain("-]").contains("100 %");
    }

    @Test
    void shouldPrintLinesFromTheFirstSecondOnWhereThereIsNoTerminal() {
        ManualDispatcher manual = Dispatchers.manual();
        ManualClock clock = new ManualClock();
        StringWriter err = new StringWriter();
        try (ActorSystem system =
                ActorSystem.builder().dispatcher(manual).clock(clock).start()) {
            ProgressBar bar = system.spawn(
                    ProgressBar.class,
                    () -> new ProgressBar(() -> Promise.of(0L), 99_999_999_999L, "jobs", new PrintWriter(err)));
            advance(clock, manual, Duration.ofMillis(999));
            assertThat(err.toString()).isEmpty();
            advance(clock, manual, Duration.ofMillis(1));
            assertThat(err.toString().lines()).hasSize(1).first().asString().contains("  0 %  0 jobs/s");
            advance(clock, manual, Duration.ofSeconds(10));
            assertThat(err.toString().lines()).hasSize(2);
            bar.end();
            advance(clock, manual, Duration.ofSeconds(30));
            assertThat(err.toString().lines()).hasSize(2);
            assertThat(err.toString()).doesNotContain("\u001b");
        }
    }

    @Test
    void shouldDrawNothingAfterTheEnd() {
        ManualDispatcher manual = Dispatchers.manual();
        ManualClock clock = new ManualClock();
        StringWriter err = new StringWriter();
        CompletablePromise<Long> done = new CompletablePromise<>();
        try (ActorSystem system =
                ActorSystem.builder().dispatcher(manual).clock(clock).start()) {
            ProgressBar bar = system.spawn(
                    ProgressBar.class, () -> new ProgressBar(() -> done, 100, "jobs", new PrintWriter(err)));
            advance(clock, manual, Duration.ofSeconds(1)); // it asks
            bar.end();
            manual.runAll();
            done.complete(100L);
            manual.runAll();
            assertThat(err.toString()).isEmpty();
        }
    }

    private static void advance(ManualClock clock, ManualDispatcher manual, Duration by) {
        manual.runAll();
        clock.advance(by);
        manual.runAll();
    }
}
