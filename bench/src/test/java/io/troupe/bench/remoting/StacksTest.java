// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.bench.remoting.stack.Client;
import io.troupe.bench.remoting.stack.Echo;
import io.troupe.bench.remoting.stack.Stack;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("process")
class StacksTest {
    private static final int TELLS = 5_000;
    private static final int ASKS = 100;

    @ParameterizedTest
    @MethodSource("names")
    void shouldDeliverEveryMessageAndEveryReply(String name) throws Exception {
        Stack stack = Stacks.named(name);
        Echo echo = new Echo();
        Client client = stack.connect(stack.serve(echo).port());
        client.tell(new byte[Echo.PAYLOAD_BYTES], TELLS);
        List<CompletableFuture<byte[]>> replies = IntStream.range(0, ASKS)
                .mapToObj(i -> {
                    CompletableFuture<byte[]> reply = new CompletableFuture<>();
                    client.ask(new byte[] {(byte) i}, reply::complete);
                    return reply;
                })
                .toList();
        for (int i = 0; i < ASKS; i++) {
            assertThat(replies.get(i).get(30, TimeUnit.SECONDS)).containsExactly(i);
        }
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (received(client) < TELLS && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        assertThat(received(client)).isEqualTo(TELLS).isEqualTo(echo.received());
    }

    private static long received(Client client) throws Exception {
        CompletableFuture<Long> count = new CompletableFuture<>();
        client.received(count::complete);
        return count.get(30, TimeUnit.SECONDS);
    }

    static List<String> names() {
        return Stacks.names();
    }
}
