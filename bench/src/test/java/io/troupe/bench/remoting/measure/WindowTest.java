// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.troupe.bench.remoting.stack.Client;
import io.troupe.bench.remoting.stack.Echo;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class WindowTest {
    private static final long WINDOW = 1_000_000;

    @Test
    void shouldCountWhatTheServerGot() throws InterruptedException {
        Wire wire = new Wire(bytes -> bytes);
        Measured measured = new Tells(wire).window(WINDOW);
        assertThat(measured.count()).isEqualTo(wire.echo.received()).isPositive();
        assertThat(measured.nanos()).isGreaterThanOrEqualTo(WINDOW);
    }

    @Test
    void shouldCountOnlyTheMessagesOfTheWindow() throws InterruptedException {
        Wire wire = new Wire(bytes -> bytes);
        Tells tells = new Tells(wire);
        long before = tells.window(WINDOW).count();
        assertThat(tells.window(WINDOW).count()).isEqualTo(wire.echo.received() - before);
    }

    @Test
    void shouldRefuseAMessageThatCameTwice() {
        Wire wire = new Wire(bytes -> bytes);
        wire.extra = 1;
        assertThatIllegalStateException()
                .isThrownBy(() -> new Tells(wire).window(WINDOW))
                .withMessageContaining("received=");
    }

    @Test
    void shouldTimeEveryRequest() throws InterruptedException {
        AtomicInteger asked = new AtomicInteger();
        Wire wire = new Wire(bytes -> {
            asked.incrementAndGet();
            return bytes;
        });
        Measured measured = new Asks(wire, 5).window(WINDOW);
        assertThat(measured.count()).isEqualTo(asked.get()).isGreaterThanOrEqualTo(5);
        assertThat(measured.p50Nanos()).isPositive().isLessThanOrEqualTo(measured.p99Nanos());
        assertThat(measured.p99Nanos()).isLessThanOrEqualTo(measured.maxNanos());
    }

    @Test
    void shouldRefuseAReplyToAnotherRequest() {
        Wire wire = new Wire(bytes -> new byte[Echo.PAYLOAD_BYTES]);
        assertThatIllegalStateException()
                .isThrownBy(() -> new Asks(wire, 2).window(WINDOW))
                .withMessageContaining("reply must be that to the request");
    }

    /** Delivers on the caller's thread; requests made in a reply wait until that is over. */
    private static final class Wire implements Client {
        final Echo echo = new Echo();
        final Queue<Runnable> underWay = new ArrayDeque<>();
        final UnaryOperator<byte[]> server;
        boolean delivering;
        int extra;

        Wire(UnaryOperator<byte[]> server) {
            this.server = server;
        }

        @Override
        public void tell(byte[] payload, int times) {
            for (int i = 0; i < times + extra; i++) {
                echo.tell(payload);
            }
        }

        @Override
        public void received(LongConsumer count) {
            count.accept(echo.received());
        }

        @Override
        public void ask(byte[] payload, Consumer<byte[]> reply) {
            underWay.add(() -> reply.accept(server.apply(payload)));
            if (!delivering) {
                delivering = true;
                for (Runnable next = underWay.poll(); next != null; next = underWay.poll()) {
                    next.run();
                }
                delivering = false;
            }
        }
    }
}
