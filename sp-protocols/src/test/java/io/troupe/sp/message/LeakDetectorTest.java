// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class LeakDetectorTest {
    private final LeakDetector leaks = new LeakDetector();
    private @Nullable LeakDetector before;

    @BeforeEach
    void lookForLeaks() {
        before = LeakDetector.activate(leaks);
    }

    @AfterEach
    void lookNoMore() {
        LeakDetector.activate(before);
    }

    @Test
    void shouldKnowWhoHoldsMessages() {
        SpMessage message = SpMessage.of("text");
        assertThat(leaks.outstanding()).singleElement().satisfies(trace -> assertThat(names(trace.taken()))
                .contains("shouldKnowWhoHoldsMessages"));
        message.release();
        assertThat(leaks.outstanding()).isEmpty();
    }

    @Test
    void shouldReportWhatBecameGarbage() {
        forget();
        while (leaks.lost().isEmpty()) {
            System.gc();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
        assertThat(names(leaks.lost().get(0).taken())).contains("forget");
        assertThat(leaks.outstanding()).isEmpty();
    }

    private static void forget() {
        assertThat(SpMessage.allocate(100).size()).isEqualTo(100);
    }

    @Test
    void shouldTellWhereAMessageWasReleasedFirst() {
        SpMessage message = SpMessage.of("text");
        releaseHere(message);
        assertThatThrownBy(message::release)
                .hasMessageContaining("once only")
                .satisfies(e -> assertThat(names(e.getCause())).contains("releaseHere"))
                .satisfies(e -> assertThat(names(e.getCause().getCause())).contains("shouldTell"));
    }

    private static void releaseHere(SpMessage message) {
        message.release();
    }

    @Test
    void shouldFindUseAfterReleaseThoughTheMemoryIsInUseAgain() {
        SpMessage message = SpMessage.allocate(64);
        message.release();
        try (SpMessage next = SpMessage.allocate(64)) {
            assertThatThrownBy(message::body).hasMessageContaining("must not be used");
            assertThatThrownBy(message::release).hasMessageContaining("once only");
            assertThatThrownBy(message::retain).hasMessageContaining("must not be used");
            assertThat(next.isShared()).isFalse();
        }
    }

    @Test
    void shouldSpoilReleasedMemory() {
        SpMessage message = SpMessage.of("text");
        ByteBuffer stale = message.body();
        message.release();
        assertThat(stale.get(0)).isNotEqualTo((byte) 't');
    }

    @Test
    void shouldFindForgottenHolders() {
        SpMessage message = SpMessage.of("text");
        SpMessage other = message.retain();
        message.release();
        assertThat(leaks.outstanding()).hasSize(1);
        assertThat(other.text()).isEqualTo("text");
        other.release();
        assertThat(leaks.outstanding()).isEmpty();
    }

    private static String names(Throwable where) {
        return Arrays.toString(where.getStackTrace());
    }
}
