// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.sp.message.Message;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A pipe is closed while somebody writes. */
class WriterEndTest {
    private static final int LARGE = 100_000;

    private final PlayedPipe played = new PlayedPipe();

    WriterEndTest() throws IOException {}

    @AfterEach
    void close() throws IOException {
        played.close();
    }

    private boolean offer() {
        Message message = Message.allocate(LARGE);
        boolean taken = played.pipe.offer(message);
        if (!taken) {
            message.release();
        }
        return taken;
    }

    @Test
    void shouldTellTheEndAfterWhatIsLostIsCounted() throws IOException {
        while (offer()) {
            // one more
        }
        int unwritten = played.pipe.pending();
        assertThat(unwritten).isPositive();
        played.key.beforeOn = () -> {
            played.pipe.close("while a writer holds what is unwritten");
            assertThat(played.lostAtEnd).isEmpty();
        };
        played.pipe.watch(); // it arms the writer
        assertThat(offer()).isFalse();
        played.close();
        assertThat(played.lost()).isEqualTo(unwritten);
        assertThat(played.lostAtEnd).containsExactly((long) unwritten);
    }
}
