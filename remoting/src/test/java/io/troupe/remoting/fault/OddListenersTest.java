// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.ActorSystem;
import io.troupe.core.error.CallRefusedException;
import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkLoss;
import io.troupe.remoting.link.LinkState;
import io.troupe.testkit.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Listeners that speak JSON by hand, as its page describes it, and choose their time. */
class OddListenersTest {
    private static final String FIRST = "TROUPE/1.0 json\n";
    private static final String HELLO = "{\"t\":\"hello\",\"props\":{\"features\":\"goaway\"}}\n";

    private final ActorSystem system = ActorSystem.start("dialler");
    private ServerSocket listener;

    /** What the listener claims to have. */
    public interface Target {
        Promise<Integer> one();
    }

    @BeforeEach
    void listen() throws IOException {
        listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        listener.setSoTimeout((int) Victim.LIMIT.toMillis());
    }

    @AfterEach
    void close() throws IOException {
        system.close();
        listener.close();
    }

    private Promise<Link> dial() {
        return Remoting.on(system).connect("tcp://127.0.0.1:" + listener.getLocalPort(), Encoding.JSON);
    }

    /** One connection. */
    private static final class Accepted implements AutoCloseable {
        private final Socket socket;
        private final BufferedReader in;

        Accepted(Socket socket) throws IOException {
            this.socket = socket;
            socket.setSoTimeout((int) Victim.LIMIT.toMillis());
            in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        }

        void say(String lines) throws IOException {
            socket.getOutputStream().write(lines.getBytes(StandardCharsets.UTF_8));
        }

        /** The next line with that in it. */
        void await(String part) throws IOException {
            String line = in.readLine();
            while (line != null && !line.contains(part)) {
                line = in.readLine();
            }
            assertThat(line).isNotNull();
        }

        /** Whatever comes until the other side has ended the connection. */
        void awaitEnd() {
            try {
                while (in.readLine() != null) {
                    // goes on
                }
            } catch (IOException reset) {
                // an end, too
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    private Accepted accept() throws IOException {
        Accepted accepted = new Accepted(listener.accept());
        accepted.await("TROUPE/1.0");
        accepted.say(FIRST);
        return accepted;
    }

    @Test
    void shouldKnowFromANumberBelowZeroThatThereIsNoSuchName() throws IOException {
        Promise<Link> dialled = dial();
        try (Accepted peer = accept()) {
            peer.say(HELLO);
            Promise<Target> found = dialled.await(Victim.LIMIT).resolve("nobody", Target.class);
            peer.await("\"named\"");
            peer.say("{\"t\":\"named\",\"name\":\"nobody\",\"id\":-1}\n");
            assertThatThrownBy(() -> found.await(Victim.LIMIT))
                    .isInstanceOf(CallRefusedException.class)
                    .hasMessageContaining("name=nobody");
        }
    }

    @Test
    void shouldNotWaitForEverForAListenerThatDoesNotAnswerTheQuestion() throws IOException {
        try (ActorSystem hasty = ActorSystem.builder()
                .name("hasty")
                .askTimeout(Duration.ofMillis(50))
                .start()) {
            Promise<Link> dialled =
                    Remoting.on(hasty).connect("tcp://127.0.0.1:" + listener.getLocalPort(), Encoding.JSON);
            try (Accepted peer = accept()) {
                peer.say(HELLO);
                Promise<Target> found = dialled.await(Victim.LIMIT).resolve("anybody", Target.class);
                Await.until("it has failed", Victim.LIMIT, found::isSettled);
                assertThatThrownBy(() -> found.await(Victim.LIMIT)).isInstanceOf(CallTimeoutException.class);
            }
        }
    }

    /** The last session still answers, and the next one has agreed on an encoding when the link is closed. */
    @Test
    void shouldStayClosedWhenTheNextSessionGreetsTooLate() throws IOException {
        Promise<Link> dialled = dial();
        try (Accepted first = accept()) {
            first.say(HELLO);
            Link link = dialled.await(Victim.LIMIT);
            first.say("{\"t\":\"goaway\",\"s\":0,\"reason\":\"new version\"}\n");
            try (Accepted next = accept()) {
                next.await("hello");
                link.cut();
                Await.until("it is closed", Victim.LIMIT, () -> link.state() == LinkState.CLOSED);
                next.say(HELLO);
                next.awaitEnd();
                assertThat(link.state()).isEqualTo(LinkState.CLOSED);
                assertThat(link.lastLoss().reason()).isEqualTo(LinkLoss.Reason.CUT);
                assertThat(Remoting.on(system).links()).isEmpty();
            }
        }
    }

    @Test
    void shouldSayThatTheOtherSideHasGoneWithoutAGoodbye() throws IOException {
        Promise<Link> dialled = dial();
        try (Accepted peer = accept()) {
            peer.await("hello");
            peer.say(HELLO);
            Link link = dialled.await(Victim.LIMIT);
            peer.socket.shutdownOutput(); // as a process does that is killed
            Await.until("the link is lost", Victim.LIMIT, () -> link.lastLoss() != null);
            assertThat(link.lastLoss().reason()).isEqualTo(LinkLoss.Reason.RESET);
            assertThat(link.lastLoss().cause()).isEqualTo("the other side has ended the connection without a goodbye");
        }
    }

    @Test
    void shouldRememberThatItWasCutWhileTheOtherSideWasGreeting() throws IOException {
        Promise<Link> dialled = dial();
        try (Accepted peer = accept()) {
            peer.await("hello");
            Link link = Remoting.on(system).links().get(0);
            link.cut();
            peer.awaitEnd();
            assertThatThrownBy(() -> dialled.await(Victim.LIMIT)).hasMessageContaining("closed before it came up");
            assertThat(link.lastLoss().reason()).isEqualTo(LinkLoss.Reason.CUT);
        }
    }
}
