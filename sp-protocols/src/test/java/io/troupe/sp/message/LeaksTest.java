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
class LeaksTest {
    private final Leaks leaks = new Leaks();
    private @Nullable Leaks before;

    @BeforeEach
    void lookForLeaks() {
        before = Leaks.activate(leaks);
    }

    @AfterEach
    void lookNoMore() {
        Leaks.activate(before);
    }

    @Test
    void shouldKnowWhoHoldsMessages() {
        Message message = Message.of("text");
        assertThat(leaks.outstanding()).singleElement().satisfies(lease -> assertThat(names(lease.taken()))
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
        assertThat(Message.allocate(100).size()).isEqualTo(100);
    }

    @Test
    void shouldTellWhereAMessageWasReleasedFirst() {
        Message message = Message.of("text");
        releaseHere(message);
        assertThatThrownBy(message::release)
                .hasMessageContaining("once only")
                .satisfies(e -> assertThat(names(e.getCause())).contains("releaseHere"))
                .satisfies(e -> assertThat(names(e.getCause().getCause())).contains("shouldTell"));
    }

    private static void releaseHere(Message message) {
        message.release();
    }

    @Test
    void shouldFindUseAfterReleaseThoughTheMemoryIsInUseAgain() {
        Message message = Message.allocate(64);
        message.release();
        try (Message next = Message.allocate(64)) {
            assertThatThrownBy(message::body).hasMessageContaining("must not be used");
            assertThatThrownBy(message::release).hasMessageContaining("once only");
            assertThatThrownBy(message::retain).hasMessageContaining("must not be used");
            assertThat(next.isShared()).isFalse();
        }
    }

    @Test
    void shouldSpoilReleasedMemory() {
        Message message = Message.of("text");
        ByteBuffer stale = message.body();
        message.release();
        assertThat(stale.get(0)).isNotEqualTo((byte) 't');
    }

    @Test
    void shouldFindForgottenHolders() {
        Message message = Message.of("text");
        Message other = message.retain();
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
