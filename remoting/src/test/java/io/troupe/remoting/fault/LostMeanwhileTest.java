// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Terminated;
import io.troupe.core.error.EndReason;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.Promise;
import io.troupe.net.transport.ConnectionListener;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.codec.Codecs;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.Output;
import io.troupe.remoting.codec.RecordingHandles;
import io.troupe.remoting.link.FrameLimits;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkLimits;
import io.troupe.remoting.session.AcceptedLink;
import io.troupe.remoting.session.Exposures;
import io.troupe.remoting.session.LinkConfig;
import io.troupe.remoting.session.StreamAcceptors;
import io.troupe.remoting.topic.SlowConsumer;
import io.troupe.remoting.value.TypeSerializers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A thread begins something, the link ends, and then the loop comes to what was begun: whoever waits for it is told. */
class LostMeanwhileTest {
    private final List<Link> links = new ArrayList<>();
    private final LooseConnection connection = new LooseConnection();
    private ActorSystem system;
    private ConnectionListener listener;

    @BeforeEach
    void connect() {
        system = ActorSystem.start("meanwhile");
        TypeSerializers serializers = new TypeSerializers();
        LinkConfig config = new LinkConfig(
                system.host(),
                new Exposures(serializers),
                List.of(Codecs.of(Encoding.BINARY)),
                LinkLimits.defaults(),
                new StreamAcceptors(serializers),
                false);
        listener = AcceptedLink.listener(config, links::add, links::remove);
        listener.onOpen(connection);
        Output said = new Output(64);
        byte[] line = "TROUPE/1.0 binary\n".getBytes(StandardCharsets.US_ASCII);
        said.raw(line, 0, line.length);
        Codecs.of(Encoding.BINARY)
                .encoder(new RecordingHandles(), FrameLimits.defaults())
                .encode(new Frame.Hello(Map.of()), said);
        assertThat(listener.onBytes(said.array(), 0, said.size())).isEqualTo(said.size());
        connection.runTasks();
    }

    @AfterEach
    void close() {
        system.close();
    }

    /** What the promise becomes when the link has ended before the loop got to it. */
    private Throwable failureOf(Function<Link, Promise<?>> begin) {
        Promise<?> begun = begin.apply(links.get(0));
        listener.onClose("cut");
        connection.runTasks();
        return catchThrowable(() -> begun.await(Victim.LIMIT));
    }

    @Test
    void shouldTellWhoWatches() {
        Promise<Terminated> end = system.watch(links.get(0).lookup("desk", Desk.class));
        listener.onClose("cut");
        connection.runTasks();
        assertThat(end.await(Victim.LIMIT).reason()).isEqualTo(EndReason.LINK_LOST);
    }

    @Test
    void shouldTellWhoAsksForAName() {
        assertThat(failureOf(link -> link.resolve("desk", Desk.class))).isInstanceOf(LinkLostException.class);
    }

    @Test
    void shouldTellWhoAsks() {
        assertThat(failureOf(link -> link.lookup("desk", Desk.class).sum())).isInstanceOf(LinkLostException.class);
    }

    @Test
    void shouldTellWhoSubscribes() {
        Callback<Integer> items = Callback.of(item -> {});
        assertThat(failureOf(link -> link.subscribe("topic", Integer.class, SlowConsumer.DROP, items)
                        .ended()))
                .isInstanceOf(LinkLostException.class);
    }

    @Test
    void shouldTellWhoOpensAStream() {
        Callback<Integer> items = Callback.of(item -> {});
        assertThat(failureOf(link -> {
                    link.open("stream", Integer.class, Integer.class, items);
                    return items.ended();
                }))
                .isInstanceOf(LinkLostException.class);
    }
}
