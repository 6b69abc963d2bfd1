// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.actor.DeadLetter;
import io.troupe.core.actor.DeadLetter.Reason;
import io.troupe.core.host.OutletHost;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Random;
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
    void shouldDrawChanceFromWhatTheSystemWasGiven() {
        assertThat(host.random()).as("nobody foresees it").isInstanceOf(SecureRandom.class);
        Random given = new Random(7);
        try (ManualSystem seeded = new ManualSystem(builder -> builder.random(given))) {
            assertThat(seeded.system.host().random()).isSameAs(given);
        }
    }

    @Test
    void shouldDriveTurnsAndTimeOfASystemWithoutThreads() {
        Promise<String> slow = test.spawn("a").ask(me -> {
            CompletablePromise<String> later = new CompletablePromise<>();
            me.inside().after(LIMIT, () -> later.complete("x"));
            return later.timeout(LIMIT.multipliedBy(2));
        });
        assertThat(host.isDriven()).isTrue();
        assertThat(host.drive(slow::isSettled, LIMIT.minusNanos(1))).isFalse();
        assertThat(host.drive(slow::isSettled, LIMIT)).isTrue();
        assertThat(test.clock.nanos()).isBetween(LIMIT.toNanos(), 2 * LIMIT.toNanos());
    }

    @Test
    void shouldDriveNothingInATurn() {
        Promise<Boolean> inside = test.spawn("a").ask(me -> Promise.of(host.drive(() -> false, LIMIT)));
        assertThat(test.result(inside)).isFalse();
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
