// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Others read first, the reactor lets the reader rest; the test is everybody, in the order that it likes. */
class ReaderInterestTest {
    private static final int BEATS = 3;

    private final PlayedPipe played = new PlayedPipe();

    ReaderInterestTest() throws IOException {}

    @AfterEach
    void close() throws IOException {
        played.close();
    }

    private boolean isInterested() {
        return (played.key.interestOps() & SelectionKey.OP_READ) != 0;
    }

    private void beat() {
        for (int i = 0; i < BEATS; i++) {
            played.pipe.onReady(SelectionKey.OP_READ); // there is nothing to read any more
        }
    }

    @Test
    void shouldLetAPipeRestThatOthersRead() {
        assertThat(isInterested()).isTrue();
        played.pipe.poll();
        beat();
        assertThat(isInterested()).isFalse();
        played.pipe.watch();
        assertThat(isInterested()).isTrue();
    }

    @Test
    void shouldStayInterestedWhenAThreadGoesToSleepAndWakesWhileTheInterestIsTakenAway() {
        played.pipe.poll();
        played.key.beforeOff = () -> {
            played.pipe.watch(); // arms it
            played.pipe.poll(); // and is awake again
        };
        beat();
        assertThat(isInterested()).isTrue();
    }
}
