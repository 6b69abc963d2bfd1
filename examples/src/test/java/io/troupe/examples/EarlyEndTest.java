// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.testkit.Await;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What commands say that are ended before they have their results. */
@Tag("process")
class EarlyEndTest {
    private static final int ENDED_BY_TERM = 128 + 15;

    private Program program;

    @AfterEach
    void end() {
        program.kill();
    }

    @Test
    void shouldSayThatThereIsNoResult() throws Exception {
        program = Program.start("sieve", "--primes", "20000", "--json");
        program.await("primes/s");

        program.interrupt();

        program.await("troupe sieve: ended early, there is no result");
        assertThat(program.exit()).isEqualTo(ENDED_BY_TERM);
        assertThat(program.rest()).doesNotContain("{");
    }

    @Test
    void shouldPrintNoFiguresOfWhatWasNotPlayed() throws Exception {
        program = Program.start("backpressure", "--scenario", "fast-sender", "--json");
        Await.until("a receiver is starting", Duration.ofMinutes(3), () -> !program.children()
                .isEmpty());

        program.interrupt();

        program.await(
                "troupe backpressure: ended early, there are results of what was played to its end only: played=0, of=1");
        assertThat(program.exit()).isEqualTo(ENDED_BY_TERM);
        assertThat(program.rest()).doesNotContain("{");
    }

    @Test
    void shouldSayThatResultsArePartial() throws Exception {
        program = Program.start("philosophers", "--seconds", "3600");
        program.await("thinking");

        program.interrupt();

        assertThat(program.exit()).isEqualTo(ENDED_BY_TERM);
        assertThat(program.rest())
                .contains("deadlocks: 0", "troupe philosophers: ended early, the results are of the time until then");
    }
}
