// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.actor.DeadLetter;
import io.troupe.core.actor.DeadLetter.Reason;
import io.troupe.core.host.OutletHost;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OutletHostTest {
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private final ManualSystem test = new ManualSystem(builder -> builder.askTimeout(LIMIT));
    private final OutletHost host = test.system.host();

    @AfterEach
    void close() {
        test.close();
    }

    @Test
    void shouldOfferWhatTheSystemHas() {
        assertThat(host.name()).isEqualTo("test");
        assertThat(host.clock()).isSameAs(test.clock);
        assertThat(host.askNanos()).isEqualTo(LIMIT.toNanos());
        try (ManualSystem without = new ManualSystem(builder -> builder.askTimeout(Duration.ZERO))) {
            assertThat(without.system.host().askNanos()).isZero();
        }
    }

    @Test
    void shouldRunTimersOnTheSystemsClock() {
        AtomicInteger fired = new AtomicInteger();
        host.outsideExecutor().schedule(LIMIT.toNanos(), fired::incrementAndGet);
        assertThat(host.outsideExecutor().nanos()).isEqualTo(test.clock.nanos());
        test.clock.advance(LIMIT.minusMillis(1));
        assertThat(fired).hasValue(0);
        test.clock.advance(Duration.ofMillis(2));

        assertThat(fired).hasValue(1);
    }

    @Test
    void shouldCountAndReportDeadLettersAndLateResults() {
        DeadLetter letter = new DeadLetter("troupe://other/a", "Scripted.say(String)", Reason.LINK_LOST);
        host.deadLetter(letter);
        host.lateResult();

        assertThat(test.letters).containsExactly(letter);
        assertThat(test.system.deadLetters(Reason.LINK_LOST)).isEqualTo(1);
        assertThat(test.system.lateResults()).isEqualTo(1);
    }
}
