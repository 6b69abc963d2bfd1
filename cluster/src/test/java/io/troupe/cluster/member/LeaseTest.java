// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.dispatch.timer.ManualClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LeaseTest {
    private static final Duration TEN = Duration.ofSeconds(10);
    private static final Duration ONE = Duration.ofSeconds(1);

    private final ManualClock clock = new ManualClock();

    @Test
    void shouldNotBeHeldBeforeTheFirstRenewal() {
        Lease lease = new Lease(clock, TEN, ONE);
        assertThat(lease.isHeld()).isFalse();
        assertThat(lease.left()).isZero();
    }

    @Test
    void shouldCountFromBeforeTheStatementAndEndAMarginEarlier() {
        Lease lease = new Lease(clock, TEN, ONE);
        Lease.Start start = lease.start();
        clock.advance(Duration.ofSeconds(4)); // the store takes its time
        lease.renewed(start);
        assertThat(lease.left()).isEqualTo(Duration.ofSeconds(5));
        clock.advance(Duration.ofSeconds(5).minusNanos(1));
        assertThat(lease.isHeld()).isTrue();
        clock.advance(Duration.ofNanos(1));
        assertThat(lease.isHeld()).isFalse();
    }

    @Test
    void shouldNotBecomeShorterByALateAnswer() {
        Lease lease = new Lease(clock, TEN, ONE);
        Lease.Start first = lease.start();
        clock.advance(ONE);
        Lease.Start second = lease.start();
        lease.renewed(second);
        lease.renewed(first);
        assertThat(lease.left()).isEqualTo(Duration.ofSeconds(9));
    }

    @Test
    void shouldNotBeHeldByAnAnswerThatComesAfterItsEnd() {
        Lease lease = new Lease(clock, TEN, ONE);
        Lease.Start start = lease.start();
        clock.advance(Duration.ofSeconds(9));
        lease.renewed(start);
        assertThat(lease.isHeld()).isFalse();
    }

    @Test
    void shouldEndWhenTheMachineWasSuspended() {
        AtomicLong nanos = new AtomicLong();
        AtomicLong millis = new AtomicLong(1_000_000);
        Lease lease = new Lease(nanos::get, millis::get, TEN, ONE);
        lease.renewed(lease.start());
        assertThat(lease.isHeld()).isTrue();
        millis.addAndGet(9_000); // only the wall clock went on
        assertThat(lease.isHeld()).isFalse();
        assertThat(lease.left()).isZero();
    }

    @Test
    void shouldNotLastLongerWhenTheWallClockGoesBack() {
        AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000); // it may overflow
        AtomicLong millis = new AtomicLong(1_000_000);
        Lease lease = new Lease(nanos::get, millis::get, TEN, ONE);
        lease.renewed(lease.start());
        millis.addAndGet(-500_000);
        nanos.addAndGet(Duration.ofSeconds(8).toNanos());
        assertThat(lease.left()).isEqualTo(ONE);
        nanos.addAndGet(ONE.toNanos());
        assertThat(lease.isHeld()).isFalse();
    }

    @Test
    void shouldStayEndedWhateverComes() {
        Lease lease = new Lease(clock, TEN, ONE);
        lease.renewed(lease.start());
        lease.end();
        lease.renewed(lease.start());
        assertThat(lease.isHeld()).isFalse();
    }

    @Test
    void shouldRefuseAMarginAsLongAsTheLease() {
        assertThatThrownBy(() -> new Lease(clock, ONE, ONE))
                .hasMessage("the margin must be shorter than the lease: margin=PT1S, lease=PT1S");
    }
}
