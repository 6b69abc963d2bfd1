// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.sp.message.SpMessage;
import java.io.IOException;
import java.nio.channels.AsynchronousCloseException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A pipe is closed while somebody writes. */
class WriterEndTest {
    private static final int LARGE = 100_000;

    private final PlayedPipe played = new PlayedPipe();
    private long unwritten;

    WriterEndTest() throws IOException {}

    @AfterEach
    void close() throws IOException {
        played.close();
    }

    private boolean offer() {
        SpMessage message = SpMessage.allocate(LARGE);
        boolean taken = played.pipe.offer(message);
        if (!taken) {
            message.release();
        }
        return taken;
    }

    /** Offers until there is no room, then does this while a writer is at work. */
    private void whileWritten(Runnable action) {
        while (offer()) {
            // one more
        }
        played.key.beforeOn = () -> {
            unwritten = played.pipe.pending();
            action.run();
        };
        played.pipe.watch(); // it arms the writer
        assertThat(unwritten).isPositive();
    }

    @Test
    void shouldTellTheEndAfterWhatIsLostIsCounted() throws IOException {
        whileWritten(() -> {
            played.pipe.close("while a writer holds what is unwritten");
            assertThat(played.lostAtEnd).isEmpty();
        });
        assertThat(offer()).isFalse();
        played.close();
        assertThat(played.lost()).isEqualTo(unwritten);
        assertThat(played.lostAtEnd).containsExactly(unwritten);
    }

    @Test
    void shouldEndThePipeWhenThereIsNoMemoryToWrite() throws IOException {
        PlayedPipe poor = new PlayedPipe(new BufferPool(() -> {
            throw new OutOfMemoryError("on purpose");
        }));
        assertThat(poor.pipe.offer(SpMessage.of("lost"))).isTrue();
        poor.close();
        assertThat(poor.lostAtEnd).hasSize(1); // and the message counts as lost with the peer
    }

    @Test
    void shouldNotBlameThePeerForWritesThatItCutOffItself() throws IOException {
        whileWritten(() -> {
            played.pipe.close("while a thread writes");
            played.pipe.cannotWrite(new AsynchronousCloseException()); // which fails
            played.pipe.lost(new AsynchronousCloseException()); // and so does one that reads
        });
        played.close();
        assertThat(played.lost()).isEqualTo(unwritten);
    }
}
