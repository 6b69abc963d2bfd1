// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.SomeEncodings;
import io.troupe.remoting.codec.ByHand;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.Frame.Nak.Scope;
import io.troupe.remoting.codec.Payload;
import io.troupe.remoting.codec.TargetId;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkLimits;
import io.troupe.remoting.link.TargetStats;
import io.troupe.remoting.value.Handle;
import io.troupe.remoting.value.Handle.HandleKind;
import io.troupe.testkit.Await;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;

/** Callbacks that the receiver gives up: nothing of them stays, and nobody waits for them any more. */
class PausedCallbackTest {
    private static final long NUMBER = 3;
    private static final int MANY = 200;

    private final ActorSystem system = ActorSystem.start("node");
    private final Source source = system.spawn(Source.class, Source::new);
    private final List<Link> links = new CopyOnWriteArrayList<>();
    private RawPeer peer;

    /** Sends items. */
    public static class Source extends Actor<Source> {
        private Callback<Integer> taken;

        /** A call that is refused when its callback has been read. */
        public Promise<Integer> both(Callback<Integer> items, int number) {
            return Promise.of(number);
        }

        public Promise<Integer> take(Callback<Integer> items) {
            taken = items;
            return Promise.of(1);
        }

        public void send() {
            for (int i = 0; i < 2 * LinkLimits.defaults().sendQueue(); i++) {
                taken.item(i);
            }
        }

        public Promise<Integer> one() {
            return Promise.of(1);
        }
    }

    private void start(Encoding encoding) throws IOException {
        Remoting remoting = Remoting.on(system);
        remoting.expose("desk", source);
        remoting.onLink(links::add);
        int port = remoting.listen("tcp://127.0.0.1:0")
                .await(Victim.LIMIT)
                .address()
                .port();
        peer = RawPeer.greeted(port, encoding);
        Await.until("the link is up", Victim.LIMIT, () -> !links.isEmpty());
    }

    @AfterEach
    void close() throws IOException {
        peer.close();
        system.close();
    }

    private List<TargetStats> targets() {
        return links.get(0).stats().targets();
    }

    private void awaitPong(long token) throws IOException {
        peer.send(new Frame.Ping(token));
        peer.await(Frame.Pong.class, pong -> pong.token() == token);
    }

    @ParameterizedTest
    @SomeEncodings
    void shouldLetTheSenderGoOn(Encoding encoding) throws IOException {
        start(encoding);
        peer.send(
                RawPeer.call(1, "take", out -> out.handle(new Handle(HandleKind.CALLBACK, NUMBER))),
                new Frame.Pause(Scope.STREAM, NUMBER, true));
        peer.awaitReply(1);
        awaitPong(77);
        source.send();
        Await.until("there is no room", Victim.LIMIT, () -> targets().stream()
                .anyMatch(one -> one.queued() == LinkLimits.defaults().sendQueue()));
        Promise<Integer> later = source.one();
        peer.send(new Frame.Cancel(NUMBER));
        assertThat(later.await(Victim.LIMIT)).isEqualTo(1);
        peer.close();
        Await.until("the memory is free", Victim.LIMIT, () -> system.memory().used() == 0);
    }

    @ParameterizedTest
    @SomeEncodings
    void shouldKeepNothingOfCallbacksInCallsThatAreRefused(Encoding encoding) throws IOException {
        start(encoding);
        for (int i = 0; i < MANY; i++) {
            long stream = 1 + 4L * i;
            peer.send(new Frame.Call(stream, TargetId.name("desk"), "both", 0, arguments(stream + 2)));
            peer.awaitFail(stream);
        }
        awaitPong(77);
        assertThat(targets()).isEmpty();
    }

    /** A callback, and a text where a number belongs. */
    private static Payload arguments(long callback) {
        return new Payload.Outgoing(
                List.of(
                        ByHand.of(out -> out.handle(new Handle(HandleKind.CALLBACK, callback))),
                        ByHand.of(out -> out.text("many"))),
                new Object[] {"", ""});
    }
}
