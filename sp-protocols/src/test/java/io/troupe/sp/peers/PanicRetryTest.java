// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** With a process that answers as the script does, until it ends as it is told to. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the peer is a script for sh, which aborts by a signal")
class PanicRetryTest {
    private static final String SAY = "echo 'panic: pthread_mutex_lock: Invalid argument'";
    private static final String ABORT = "kill -ABRT $$";
    private static final String ANSWER = "while read number words; do echo $number ok 7; done";

    private final AtomicInteger attempts = new AtomicInteger();
    private final AtomicInteger starts = new AtomicInteger();

    /** So many processes end in this way at their first command, all later ones answer. */
    private Pynng ending(int processes, String end) {
        return new Pynng(() -> PeerProcess.start(
                List.of("sh", "-c", starts.incrementAndGet() <= processes ? "read command; " + end : ANSWER),
                List.of()));
    }

    private void attempt(Pynng pynng) {
        attempts.incrementAndGet();
        pynng.open(Role.REQ).close();
    }

    private void run(Pynng pynng) throws Throwable {
        PanicRetry.run(() -> attempt(pynng), () -> attempt(pynng));
    }

    @Test
    void shouldRunAgainOnANewProcessAfterAPanic() throws Throwable {
        try (Pynng pynng = ending(1, SAY + "; " + ABORT)) {
            run(pynng);
        }
        assertThat(attempts).hasValue(2);
        assertThat(starts).hasValue(2);
    }

    @Test
    void shouldRunAgainWhateverThePanicLookedLikeToUs() throws Throwable {
        try (Pynng pynng = ending(1, SAY + "; " + ABORT)) {
            PanicRetry.run(
                    () -> {
                        assertThatThrownBy(() -> attempt(pynng)).isInstanceOf(AssertionError.class);
                        throw new IllegalStateException("the connection was lost");
                    },
                    () -> attempt(pynng));
        }
        assertThat(attempts).hasValue(2);
    }

    @Test
    void shouldFailWhenItPanicsAgain() {
        try (Pynng pynng = ending(2, SAY + "; " + ABORT)) {
            assertThatThrownBy(() -> run(pynng))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageStartingWith("nng must not panic twice in one test")
                    .hasMessageContaining("panic: pthread_mutex_lock");
        }
        assertThat(attempts).hasValue(2);
    }

    @Test
    void shouldTellTheSecondFailureWhenItIsAnother() {
        try (Pynng pynng = ending(1, SAY + "; " + ABORT)) {
            IllegalStateException ours = new IllegalStateException("ours");
            assertThatThrownBy(() -> PanicRetry.run(() -> attempt(pynng), () -> {
                        attempt(pynng);
                        throw ours;
                    }))
                    .isSameAs(ours)
                    .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
        }
    }

    @Test
    void shouldNotRunAgainWhenItEndsInAnotherWay() {
        for (String end : List.of(ABORT, SAY + "; exit 1", SAY + "; kill -KILL $$", "exit 0")) {
            attempts.set(0);
            starts.set(0);
            try (Pynng pynng = ending(1, end)) {
                assertThatThrownBy(() -> run(pynng)).as(end).isInstanceOf(AssertionError.class);
                assertThatThrownBy(() -> attempt(pynng)).as(end).isInstanceOf(AssertionError.class);
            }
            assertThat(attempts).as(end).hasValue(2);
            assertThat(starts).as(end).hasValue(1);
        }
    }

    @Test
    void shouldNotRunAgainWhenWeKilledIt() {
        try (Pynng pynng = ending(0, "")) {
            assertThatThrownBy(() -> PanicRetry.run(
                            () -> {
                                PynngSocket socket = pynng.open(Role.REQ);
                                pynng.process().kill();
                                socket.send("to nobody");
                            },
                            attempts::incrementAndGet))
                    .isInstanceOf(AssertionError.class);
        }
        assertThat(attempts).hasValue(0);
    }

    @Test
    void shouldNotRunAgainWhatFailedBesideALivingProcess() {
        IllegalStateException ours = new IllegalStateException("ours");
        try (Pynng pynng = ending(0, "")) {
            assertThatThrownBy(() -> PanicRetry.run(
                            () -> {
                                attempt(pynng);
                                throw ours;
                            },
                            () -> attempt(pynng)))
                    .isSameAs(ours);
        }
        assertThat(attempts).hasValue(1);
    }

    /** That JUnit knows it: the first process panics, and the test passes all the same. */
    @Test
    @ExtendWith(PanicRetry.class)
    void shouldWorkAsAnExtension(@TempDir Path folder) {
        boolean first = folder.resolve("panicked").toFile().mkdir();
        try (Pynng pynng = ending(first ? 1 : 0, SAY + "; " + ABORT)) {
            attempt(pynng);
        }
        assertThat(first).isFalse();
    }
}
