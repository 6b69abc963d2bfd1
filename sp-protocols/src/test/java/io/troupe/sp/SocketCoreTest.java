// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.MessageReceiver;
import io.troupe.sp.socket.MessageSender;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.BoundListener;
import io.troupe.sp.transport.Pipe;
import io.troupe.sp.transport.PipeAcceptor;
import io.troupe.sp.transport.PipeHandler;
import io.troupe.sp.transport.SpAddress;
import io.troupe.sp.transport.SpTransport;
import io.troupe.sp.transport.TransportContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SocketCoreTest {
    private final List<String> seen = new ArrayList<>();
    private final SocketCore core = new SocketCore(Protocol.PAIR0, SocketOptions.defaults(), SocketEngine.shared());

    /** Notes what the socket says while a pipe comes and goes. */
    private final class Watching implements Pattern {
        @Override
        public MessageSender sender() {
            return new UnsupportedDirection(Protocol.PAIR0);
        }

        @Override
        public MessageReceiver receiver() {
            return new UnsupportedDirection(Protocol.PAIR0);
        }

        @Override
        public boolean admits(Pipe pipe) {
            note("admits");
            return seen.size() < 4;
        }

        @Override
        public boolean attach(Pipe pipe) {
            note("attach");
            return true;
        }

        @Override
        public boolean onMessage(Pipe pipe, SpMessage message) {
            return false;
        }

        @Override
        public void onWritable(Pipe pipe) {}

        @Override
        public void onClosed(Pipe pipe, String reason) {
            note("onClosed");
        }

        @Override
        public void close(SpException cause) {}
    }

    private void note(String what) {
        seen.add(what + " alone=" + core.isAlone() + " pipes="
                + core.pipeInfos().size() + " counted=" + core.stats().pipes());
    }

    @Test
    void shouldShowAPipeFromWhenItHasItsPlaceUntilThatIsFree() {
        core.start(new Watching());
        Pipe pipe = new FakePipe(Protocol.PAIR0);
        PipeHandler handler = core.attach(pipe, null);
        assertThat(handler).isNotNull();
        handler.onClosed(pipe, "it left");
        note("afterwards");
        assertThat(core.attach(new FakePipe(Protocol.PAIR0), null)).isNull();
        note("refused");
        core.close(0);
        assertThat(seen)
                .containsExactly(
                        "admits alone=true pipes=0 counted=0",
                        "attach alone=false pipes=1 counted=1",
                        "onClosed alone=true pipes=1 counted=1",
                        "afterwards alone=true pipes=0 counted=0",
                        "admits alone=true pipes=0 counted=0",
                        "refused alone=true pipes=0 counted=0");
    }

    /** It would refuse every pipe. */
    @Test
    void shouldTakeNoListenerOfPipesThatIsNull() {
        core.start(new Watching());
        assertThatThrownBy(() -> core.onPipe(null)).isInstanceOf(NullPointerException.class);
        core.close(0);
    }

    /** A transport that connects at once, always with the same pipe. */
    private record Connected(Pipe pipe) implements SpTransport {
        @Override
        public Set<String> schemes() {
            return Set.of("fake");
        }

        @Override
        public BoundListener bind(SpAddress address, TransportContext context, PipeAcceptor acceptor) {
            throw new UnsupportedOperationException();
        }

        @Override
        public AutoCloseable connect(SpAddress address, TransportContext context, PipeAcceptor acceptor) {
            acceptor.attach(pipe);
            return () -> {};
        }

        @Override
        public void close() {}
    }

    /** The peer reads nothing, so the pipe does not end by itself. */
    @Test
    void shouldEndThePipeOfAClosedDialerAfterTheLinger() {
        core.start(new Watching());
        FakePipe pipe = new FakePipe(Protocol.PAIR0);
        ManualTimers timers = new ManualTimers();
        CoreDialer dialer = new CoreDialer(
                core,
                new Connected(pipe),
                SpAddress.parse("fake://peer"),
                new TransportContext(Protocol.PAIR0, SocketOptions.defaults(), core.counters()),
                timers);
        dialer.dial();
        core.settings()
                .change(options ->
                        options.toBuilder().linger(Duration.ofSeconds(7)).build());
        dialer.close();
        timers.advance(Duration.ofSeconds(6));
        assertThat(pipe.ends()).containsExactly("gently");
        timers.advance(Duration.ofSeconds(1));
        assertThat(pipe.ends()).containsExactly("gently", "at once");
        core.close(0);
    }
}
