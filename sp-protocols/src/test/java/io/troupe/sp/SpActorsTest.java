// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.ReqSocket;
import io.troupe.sp.socket.SendingSocket;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SpActorsTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final ActorSystem system = ActorSystem.start("sockets");

    /** An actor that knows nothing of sockets. */
    public static class Register extends Actor<Register> {
        private final List<String> seen = new ArrayList<>();

        public Promise<String> upper(String text) {
            if (text.isEmpty()) {
                throw new IllegalArgumentException("text must not be empty");
            }
            seen.add(text);
            return Promise.of(text.toUpperCase(java.util.Locale.ROOT));
        }

        public Promise<Void> note(String text) {
            seen.add(text);
            return Promise.done();
        }

        public Promise<List<String>> seen() {
            return Promise.of(List.copyOf(seen));
        }
    }

    /** An actor that asks others through a socket. */
    public static class Asker extends Actor<Asker> {
        private final ReqSocket socket;

        Asker(ReqSocket socket) {
            this.socket = socket;
        }

        public Promise<Boolean> ask(String text) {
            Object own = context();
            return socket.request(SpMessage.of(text)).map(reply -> {
                reply.release();
                return own == context(); // in its turn
            });
        }
    }

    @AfterEach
    void close() {
        system.close();
    }

    @Test
    void shouldAnswerRequestsByTypedCalls() {
        Register register = system.spawn(Register.class, Register::new);
        SpEndpoint endpoint = SpActors.rep(system, "inproc://upper", request -> register.upper(request.text())
                .map(SpMessage::of));
        try (ReqSocket req = Sockets.req()) {
            req.dial(endpoint.uri());
            List<Promise<SpMessage>> replies = new ArrayList<>();
            for (int i = 0; i < 1000; i++) {
                replies.add(req.request(SpMessage.of("request " + i)));
            }
            for (int i = 0; i < 1000; i++) {
                try (SpMessage reply = replies.get(i).await(LIMIT)) {
                    assertThat(reply.text()).isEqualTo("REQUEST " + i);
                }
            }
        }
        assertThat(endpoint.failures()).isZero();
    }

    @Test
    void shouldGiveNoAnswerWhenTheServiceFails() {
        Register register = system.spawn(Register.class, Register::new);
        SpEndpoint endpoint = SpActors.rep(
                system, "inproc://failing", SocketOptions.defaults(), 1, request -> register.upper(request.text())
                        .map(SpMessage::of));
        try (ReqSocket req = Sockets.req()) {
            req.dial(endpoint.uri());
            Promise<SpMessage> none = req.request(SpMessage.of(""));
            try (SpMessage reply = req.request(SpMessage.of("next")).await(LIMIT)) {
                assertThat(reply.text()).isEqualTo("NEXT");
            }
            assertThat(none.isSettled()).isFalse();
        }
        assertThat(endpoint.failures()).isEqualTo(1);
    }

    @Test
    void shouldEchoWithoutCopying() {
        SpEndpoint endpoint = SpActors.rep(system, "inproc://echo", Promise::of);
        try (ReqSocket req = Sockets.req()) {
            req.dial(endpoint.uri());
            try (SpMessage reply = req.request(SpMessage.of("same")).await(LIMIT)) {
                assertThat(reply.text()).isEqualTo("same");
            }
        }
    }

    @Test
    void shouldTakeWorkInOrder() {
        Register register = system.spawn(Register.class, Register::new);
        SpEndpoint endpoint =
                SpActors.pull(system, "inproc://work", SocketOptions.defaults(), 1, work -> register.note(work.text()));
        try (SendingSocket push = Sockets.push()) {
            push.dial(endpoint.uri());
            for (int i = 0; i < 1000; i++) {
                push.send(SpMessage.of("work " + i));
            }
        }
        List<String> seen = List.of();
        long end = System.nanoTime() + LIMIT.toNanos();
        while (seen.size() < 1000 && System.nanoTime() < end) {
            seen = register.seen().await(LIMIT);
        }
        assertThat(seen).hasSize(1000).startsWith("work 0", "work 1").endsWith("work 999");
    }

    @Test
    void shouldRunContinuationsInTheTurnOfTheActorThatAsked() {
        SpEndpoint endpoint = SpActors.rep(system, "inproc://turns", Promise::of);
        try (ReqSocket req = Sockets.req()) {
            req.dial(endpoint.uri());
            Asker asker = system.spawn(Asker.class, () -> new Asker(req));
            assertThat(asker.ask("hello").await(LIMIT)).isTrue();
        }
    }

    @Test
    void shouldCloseWithItsSystem() {
        ActorSystem own = ActorSystem.start("short-lived");
        SpEndpoint endpoint = SpActors.rep(own, "inproc://short-lived", Promise::of);
        own.close();
        assertThatThrownBy(() -> endpoint.socket().listen("inproc://again"))
                .isInstanceOf(SpException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void shouldSayWhatIsWrong() {
        assertThatThrownBy(() -> SpActors.rep(system, "inproc://none", SocketOptions.defaults(), 0, Promise::of))
                .hasMessageContaining("parallel=0");
        assertThatThrownBy(() -> SpActors.rep(system, "nowhere", Promise::of))
                .isInstanceOf(SpException.class)
                .hasMessageContaining("scheme://rest");
    }
}
