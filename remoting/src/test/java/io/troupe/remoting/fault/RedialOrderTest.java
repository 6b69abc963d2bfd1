// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Promise;
import io.troupe.net.transport.ConnectionListener;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.codec.ByHand;
import io.troupe.remoting.codec.Codecs;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.FrameEncoder;
import io.troupe.remoting.codec.Output;
import io.troupe.remoting.codec.RecordingHandles;
import io.troupe.remoting.codec.TargetId;
import io.troupe.remoting.link.FrameLimits;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkLimits;
import io.troupe.remoting.session.AcceptedLink;
import io.troupe.remoting.session.Exposures;
import io.troupe.remoting.session.LinkConfig;
import io.troupe.remoting.session.StreamAcceptors;
import io.troupe.remoting.value.TypeSerializers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A dialler gives up a connection and dials again. What it has said on the old one comes out of the buffers of the system when the
 * new one is up: it has been reported as lost, and must not come behind what is said now.
 */
class RedialOrderTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final List<Link> up = new ArrayList<>();
    private ActorSystem system;
    private Notes notes;
    private LinkConfig config;

    /** What the peer calls. */
    public static class Notes extends Actor<Notes> {
        private final List<Integer> taken = new ArrayList<>();

        public void note(int number) {
            taken.add(number);
        }

        public Promise<List<Integer>> taken() {
            return Promise.of(List.copyOf(taken));
        }
    }

    /** One connection of the peer. */
    private final class Dialled {
        private final LooseConnection connection = new LooseConnection();
        private final FrameEncoder encoder =
                Codecs.of(Encoding.BINARY).encoder(new RecordingHandles(), FrameLimits.defaults());
        private final ConnectionListener listener = AcceptedLink.listener(config, up::add, up::remove);

        Dialled() {
            listener.onOpen(connection);
            byte[] line = "TROUPE/1.0 binary\n".getBytes(StandardCharsets.US_ASCII);
            listener.onBytes(line, 0, line.length);
        }

        Dialled greets(String link) {
            return says(new Frame.Hello(Map.of(Frame.Hello.LINK, link)));
        }

        Dialled notes(int number) {
            return says(new Frame.Tell(TargetId.name("notes"), "note", ByHand.value(out -> out.integer(number))));
        }

        private Dialled says(Frame frame) {
            Output out = new Output(256);
            encoder.encode(frame, out);
            assertThat(listener.onBytes(out.array(), 0, out.size())).isEqualTo(out.size());
            return this;
        }

        void runsTasks() {
            connection.runTasks();
        }
    }

    @BeforeEach
    void open() {
        system = ActorSystem.start("redialled");
        notes = system.spawn(Notes.class, Notes::new);
        TypeSerializers serializers = new TypeSerializers();
        Exposures exposures = new Exposures(serializers);
        exposures.add("notes", notes, null);
        config = new LinkConfig(
                system.host(),
                exposures,
                List.of(Codecs.of(Encoding.BINARY)),
                LinkLimits.defaults(),
                new StreamAcceptors(serializers),
                false);
    }

    @AfterEach
    void close() {
        system.close();
    }

    private List<Integer> taken() {
        return notes.taken().await(LIMIT);
    }

    @Test
    void shouldTakeNothingOfASessionWhoseDiallerHasDialledAgain() {
        Dialled old = new Dialled().greets("a:1").notes(1);
        Dialled fresh = new Dialled().greets("a:2").notes(3);
        old.notes(2);
        old.runsTasks();
        fresh.notes(4);
        assertThat(taken()).containsExactly(1, 3, 4);
        assertThat(up).hasSize(1);
        assertThat(system.deadLetters()).isZero();
    }

    @Test
    void shouldEndASessionWhoseGreetingComesBehindThatOfALaterOne() {
        Dialled old = new Dialled();
        Dialled fresh = new Dialled().greets("a:2").notes(3);
        old.greets("a:1").notes(2);
        old.runsTasks();
        fresh.notes(4);
        assertThat(taken()).containsExactly(3, 4);
        assertThat(up).hasSize(1);
    }

    @Test
    void shouldLeaveSessionsOfOtherLinksAlone() {
        Dialled one = new Dialled().greets("a:1").notes(1);
        Dialled other = new Dialled().greets("b:2").notes(2);
        Dialled older = new Dialled().greets("no number").notes(3);
        one.notes(4);
        other.notes(5);
        older.notes(6);
        assertThat(taken()).containsExactly(1, 2, 3, 4, 5, 6);
        assertThat(up).hasSize(3);
    }

    @Test
    void shouldForgetASessionThatHasEnded() {
        Dialled old = new Dialled().greets("a:2");
        old.listener.onClose("cut");
        new Dialled().greets("a:1").notes(1);
        assertThat(taken()).containsExactly(1);
    }
}
