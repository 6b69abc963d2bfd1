// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.CompletablePromise;
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
import io.troupe.remoting.link.LinkLimits;
import io.troupe.remoting.session.AcceptedLink;
import io.troupe.remoting.session.Exposures;
import io.troupe.remoting.session.LinkConfig;
import io.troupe.remoting.session.StreamAcceptors;
import io.troupe.remoting.topic.Topic;
import io.troupe.remoting.topic.TopicConfig;
import io.troupe.remoting.value.Handle;
import io.troupe.remoting.value.Handle.HandleKind;
import io.troupe.remoting.value.TypeSerializers;
import io.troupe.testkit.Await;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A peer gives up a number and uses it again, before what this side still had to say about it has left. The rules do not allow
 * that; what the number stands for now must not end with what it stood for before, nor be forgotten.
 */
class ReusedNumbersTest {
    private static final long NUMBER = 3;

    /** One call at a time. */
    private static final LinkLimits LIMITS = LinkLimits.defaults().maxCalls(1);

    private final LooseConnection connection = new LooseConnection();
    private final FrameEncoder encoder =
            Codecs.of(Encoding.BINARY).encoder(new RecordingHandles(), FrameLimits.defaults());
    private final Queue<Callback<Integer>> opened = new ConcurrentLinkedQueue<>();
    private ActorSystem system;
    private Host desk;
    private Topic<Integer> topic;
    private ConnectionListener listener;

    /** What the peer calls. */
    public static class Host extends Actor<Host> {
        private final List<Callback<Integer>> callbacks = new ArrayList<>();
        private int begun;

        public void subscribe(Callback<Integer> callback) {
            callbacks.add(callback);
        }

        public Promise<Integer> endAll() {
            callbacks.forEach(Callback::end);
            return Promise.of(callbacks.size());
        }

        public Promise<Integer> never() {
            begun++;
            return new CompletablePromise<>();
        }

        public Promise<Integer> begun() {
            return Promise.of(begun);
        }
    }

    @BeforeEach
    void connect() {
        system = ActorSystem.start("reused");
        desk = system.spawn(Host.class, Host::new);
        TypeSerializers serializers = new TypeSerializers();
        Exposures exposures = new Exposures(serializers);
        exposures.add("desk", desk, null);
        StreamAcceptors acceptors = new StreamAcceptors(serializers);
        topic = acceptors.topic(
                "ticks", Integer.class, TopicConfig.defaults(), system.host().outsideExecutor(), () -> false, () -> {});
        acceptors.accept("both", Integer.class, Integer.class, out -> {
            opened.add(out);
            return Callback.of(item -> {});
        });
        LinkConfig config =
                new LinkConfig(system.host(), exposures, List.of(Codecs.of(Encoding.BINARY)), LIMITS, acceptors, false);
        listener = AcceptedLink.listener(config, link -> {}, link -> {});
        listener.onOpen(connection);
        byte[] line = "TROUPE/1.0 binary\n".getBytes(StandardCharsets.US_ASCII);
        listener.onBytes(line, 0, line.length);
        say(new Frame.Hello(Map.of()));
        connection.runTasks();
    }

    @AfterEach
    void close() {
        topic.close();
        system.close();
    }

    /** Is read at once; what this side has to say waits until the tasks run. */
    private void say(Frame... frames) {
        Output out = new Output(256);
        for (Frame frame : frames) {
            encoder.encode(frame, out);
        }
        assertThat(listener.onBytes(out.array(), 0, out.size())).isEqualTo(out.size());
    }

    private void subscribeInItsPlace() {
        say(new Frame.Cancel(NUMBER), new Frame.Open(NUMBER, "topic:ticks?drop"));
        assertThat(topic.stats().subscribers()).hasSize(1);
    }

    private void expectThatTheTopicLetsGo() {
        connection.runTasks();
        assertThat(topic.stats().subscribers()).hasSize(1);
        listener.onClose("cut");
        connection.runTasks();
        assertThat(topic.stats().subscribers()).isEmpty();
    }

    @Test
    void shouldNotForgetASubscriberForACallbackThatHasEnded() {
        say(new Frame.Tell(
                TargetId.name("desk"),
                "subscribe",
                ByHand.value(out -> out.handle(new Handle(HandleKind.CALLBACK, NUMBER)))));
        connection.runTasks();
        assertThat(desk.endAll().await(Victim.LIMIT)).isEqualTo(1);
        subscribeInItsPlace();
        expectThatTheTopicLetsGo();
    }

    @Test
    void shouldNotForgetASubscriberForAStreamThatHasEnded() {
        say(new Frame.Open(NUMBER, "both"), new Frame.End(NUMBER, null));
        connection.runTasks();
        opened.remove().end();
        subscribeInItsPlace();
        expectThatTheTopicLetsGo();
    }

    @Test
    void shouldNotForgetASubscriberForAWatchThatHasEnded() {
        say(new Frame.Watch(NUMBER, TargetId.name("desk")));
        connection.runTasks();
        system.stop(desk).await(Victim.LIMIT);
        Await.until("the loop is to tell of the end", Victim.LIMIT, connection::hasTasks);
        subscribeInItsPlace();
        expectThatTheTopicLetsGo();
    }

    /** Whoever begins calls, gives them up and begins them again must not have more of them than may be going on. */
    @Test
    void shouldNotForgetACallForOneThatWasGivenUp() {
        say(RawPeer.call(NUMBER, "never"));
        assertThat(desk.begun().await(Victim.LIMIT)).isEqualTo(1);
        say(new Frame.Cancel(NUMBER), RawPeer.call(NUMBER, "never"));
        connection.runTasks();
        say(RawPeer.call(NUMBER + 2, "never"));
        assertThat(desk.begun().await(Victim.LIMIT)).isEqualTo(2);
    }
}
