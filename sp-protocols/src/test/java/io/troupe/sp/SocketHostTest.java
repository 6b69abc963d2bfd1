// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.RepSocket;
import io.troupe.sp.socket.ReqSocket;
import io.troupe.sp.socket.SocketHost;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SocketTimers;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.BoundListener;
import io.troupe.sp.transport.PipeAcceptor;
import io.troupe.sp.transport.SpAddress;
import io.troupe.sp.transport.SpTransport;
import io.troupe.sp.transport.TransportContext;
import io.troupe.sp.transport.TransportHost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Time, chance and transports of sockets come from their host. */
class SocketHostTest {
    private final ManualTimers timers = new ManualTimers();

    /** Nobody is ever there. */
    private static final class EmptyTransport implements SpTransport {
        private final SocketTimers timers;
        private final List<Long> attempts = new ArrayList<>();
        private boolean closed;

        EmptyTransport(SocketTimers timers) {
            this.timers = timers;
        }

        @Override
        public Set<String> schemes() {
            return Set.of("tcp");
        }

        @Override
        public BoundListener bind(SpAddress address, TransportContext context, PipeAcceptor acceptor) {
            throw new SpException(SpError.PERMISSION_DENIED, "nobody listens here: address=" + address);
        }

        @Override
        public AutoCloseable connect(SpAddress address, TransportContext context, PipeAcceptor acceptor) {
            attempts.add(timers.nanos());
            acceptor.failed(new SpException(SpError.REFUSED, "nobody is there: address=" + address));
            return () -> {};
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private record Island(SocketTimers timers, RandomGenerator random, SpTransport only) implements TransportHost {
        @Override
        public boolean isDriven() {
            return true;
        }

        @Override
        public SpTransport transport(String scheme) {
            return only;
        }
    }

    private static SocketOptions on(SocketHost host) {
        return SocketOptions.builder().host(host).build();
    }

    private List<Long> attempts(long seed) {
        ManualTimers time = new ManualTimers();
        long start = time.nanos();
        EmptyTransport empty = new EmptyTransport(time);
        try (ReqSocket socket = Sockets.req(on(new Island(time, new Random(seed), empty)))) {
            socket.dial("tcp://nowhere:1");
            time.advance(Duration.ofSeconds(5));
        }
        assertThat(empty.closed).as("the transport is the host's").isFalse();
        return empty.attempts.stream().map(at -> at - start).toList();
    }

    @Test
    void shouldDialByTheTimeTheChanceAndTheTransportOfTheHost() {
        assertThat(attempts(1)).hasSizeGreaterThan(4).isEqualTo(attempts(1)).isNotEqualTo(attempts(2));
    }

    @Test
    void shouldNumberRequestsByTheChanceOfTheHost() {
        assertThat(firstNumber(1)).isEqualTo(firstNumber(1)).isNotEqualTo(firstNumber(2));
    }

    private int firstNumber(long seed) {
        SocketOptions options = on(new TimedHost(timers, new Random(seed), false));
        try (ReqSocket client = Sockets.req(options);
                DuplexSocket server = Sockets.raw(Protocol.REP)) {
            server.listen("inproc://numbers");
            client.dial("inproc://numbers");
            try (SpMessage asked = SpMessage.of("x")) {
                client.send(asked);
            }
            SpMessage request = server.receive(Duration.ofSeconds(5));
            int number = request.headerWord(request.headerSize() - 1);
            request.release();
            return number;
        }
    }

    @Test
    void shouldRefuseToWaitWhereOneThreadDoesEverything() {
        SocketOptions options = on(new TimedHost(timers, new Random(1), true));
        try (RepSocket server = Sockets.rep(options)) {
            assertThatThrownBy(server::receive)
                    .isInstanceOfSatisfying(
                            SpException.class, e -> assertThat(e.reason()).isEqualTo(SpError.STATE))
                    .hasMessageContaining("use a promise");
            Promise<SpMessage> later = server.receiveLater();
            assertThat(later.isSettled()).isFalse();
        }
    }

    @Test
    void shouldKeepItsHost() {
        try (RepSocket server = Sockets.rep()) {
            SocketHost other = new TimedHost(timers);
            assertThatThrownBy(() -> server.change(
                            options -> options.toBuilder().host(other).build()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("host=");
        }
    }

    @Test
    void shouldCloseAtOnceWhenNothingIsLeftToWrite() {
        Sockets.rep(on(new TimedHost(timers, new Random(1), true))).close();
        assertThat(timers.pending()).isZero();
    }

    @Test
    void shouldGivePipesTheirTimeToWriteWithoutWaiting() {
        Duration linger = Duration.ofSeconds(3);
        SocketOptions options = on(new TimedHost(timers, new Random(1), true)).toBuilder()
                .linger(linger)
                .build();
        SocketCore core = new SocketCore(Protocol.PAIR0, options, SocketEngine.of(options.host()));
        core.start(new PairPattern(core));
        FakePipe pipe = new FakePipe(Protocol.PAIR0);
        assertThat(core.attach(pipe, null)).isNotNull();
        core.close(linger.toNanos());
        assertThat(pipe.ends()).containsExactly("gently");
        timers.advance(linger);
        assertThat(pipe.ends()).containsExactly("gently", "at once");
        assertThat(timers.pending()).isZero();
    }

    @Test
    void shouldUseTransportsOfTheProcessOnlyWhenItNeedsOne() {
        SocketEngine process = SocketEngine.shared();
        try (RepSocket server = Sockets.rep(on(new TimedHost(timers)))) {
            assertThat(process.isUnused()).isTrue();
            server.listen("inproc://borrowed");
            assertThat(process.isUnused()).isFalse();
        }
        assertThat(process.isUnused()).isTrue();
    }

    @Test
    void shouldUseNothingOfTheProcessAfterItsEnd() {
        SocketEngine engine = SocketEngine.of(new TimedHost(timers));
        engine.acquire();
        engine.release();
        assertThatThrownBy(() -> engine.transport("tcp"))
                .isInstanceOfSatisfying(
                        SpException.class, e -> assertThat(e.reason()).isEqualTo(SpError.CLOSED));
        assertThat(SocketEngine.shared().isUnused()).isTrue();
    }
}
