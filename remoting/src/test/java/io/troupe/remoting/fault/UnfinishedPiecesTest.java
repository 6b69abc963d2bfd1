// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.remoting.Encoding;
import io.troupe.remoting.codec.Frame;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A peer that begins a message in pieces and never goes on, but lives: it is told why its link ends. Takes half a minute;
 * {@code FragmentAssemblerTest} has the rule with a time of its own.
 */
@Tag("nightly")
class UnfinishedPiecesTest {
    private static final int MOST_SECONDS = 60;

    @Test
    void shouldTellWhyItEndsALink() throws Exception {
        try (Victim node = Victim.start();
                RawPeer peer = RawPeer.greeted(node.port, Encoding.BINARY)) {
            peer.send(new Frame.Fragment(1, 100_000, ByteBuffer.allocate(10)));
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
            Frame next = peer.next();
            while (!(next instanceof Frame.Goodbye) && next != null && System.nanoTime() - end < 0) {
                if (next instanceof Frame.Ping ping) {
                    peer.send(new Frame.Pong(ping.token()));
                }
                next = peer.next();
            }
            assertThat(next).isInstanceOfSatisfying(Frame.Goodbye.class, word -> assertThat(word.reason())
                    .contains("must go on within 30 s"));
        }
    }
}
