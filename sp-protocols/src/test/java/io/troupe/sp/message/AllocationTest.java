// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.sp.Sockets;
import io.troupe.sp.socket.DuplexSocket;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What it costs the garbage collector to send and receive within the process, with memory that is used again. */
@Timeout(60)
class AllocationTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int WARM_UP = 2_000;
    private static final int ROUNDS = 20_000;
    /** Of a message; its memory is used again, itself not. */
    private static final double BYTES = 24;

    private @Nullable LeakDetector before;

    @BeforeEach
    void lookForNoLeaks() {
        before = LeakDetector.activate(null);
    }

    @AfterEach
    void lookAgain() {
        LeakDetector.activate(before);
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 4_096, 65_536, 1_048_576})
    void shouldAllocateNothingButMessagesForRoundsOfOneThread(int size) {
        try (DuplexSocket left = Sockets.pair();
                DuplexSocket right = Sockets.pair()) {
            left.listen("inproc://rounds");
            right.dial("inproc://rounds").connected().await(LIMIT);
            rounds(left, right, size, WARM_UP);
            long start = AllocatedBytes.now();
            rounds(left, right, size, ROUNDS);
            double perRound = (AllocatedBytes.now() - start) / (double) ROUNDS;
            assertThat(perRound).isLessThan(3 * BYTES + 2.0); // one taken, two sent
        }
    }

    private static void rounds(DuplexSocket left, DuplexSocket right, int size, int rounds) {
        for (int i = 0; i < rounds; i++) {
            SpMessage message = SpMessage.allocate(size);
            message.appendHeader(i);
            right.send(message);
            SpMessage there = left.receive();
            left.send(there); // the same one goes back
            right.receive().release();
        }
    }

    @Test
    void shouldAllocateHardlyAnythingBetweenThreads() throws InterruptedException {
        try (DuplexSocket left = Sockets.pair();
                DuplexSocket right = Sockets.pair()) {
            left.listen("inproc://threads");
            right.dial("inproc://threads").connected().await(LIMIT);
            AtomicLong sender = new AtomicLong();
            Thread sending = new Thread(() -> {
                send(right, WARM_UP);
                long start = AllocatedBytes.now();
                send(right, ROUNDS);
                sender.set(AllocatedBytes.now() - start);
            });
            sending.start();
            receive(left, WARM_UP);
            long start = AllocatedBytes.now();
            receive(left, ROUNDS);
            long receiver = AllocatedBytes.now() - start;
            sending.join();
            // a wait allocates, and there may be one for each message on a busy machine; a message would be 4 KiB
            assertThat((sender.get() + receiver) / (double) ROUNDS).isLessThan(200.0);
        }
    }

    private static void send(DuplexSocket socket, int many) {
        for (int i = 0; i < many; i++) {
            socket.send(SpMessage.allocate(4_096));
        }
    }

    private static void receive(DuplexSocket socket, int many) {
        for (int i = 0; i < many; i++) {
            socket.receive().release();
        }
    }
}
