// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.call.Caller;
import io.troupe.core.error.CallRefusedException;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.Reference;
import io.troupe.core.promise.Promise;
import io.troupe.core.reference.ReferenceType;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.codec.Failure;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.TargetId;
import io.troupe.remoting.key.KeyResolver;
import io.troupe.testkit.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Peers that know nothing of keys, or say odd things about them. */
class OddKeysTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    public static class Echo extends Actor<Echo> {
        public Promise<Integer> one() {
            return Promise.of(1);
        }
    }

    private ActorSystem system;
    private Remoting remoting;
    private int port;
    private final List<String> asked = new ArrayList<>();

    @BeforeEach
    void start() {
        system = ActorSystem.start("odd-keys");
        remoting = Remoting.on(system);
        Echo echo = system.spawn(Echo.class, Echo::new);
        remoting.keyedLinks().serve("echo", Echo.class, (caller, target, method) -> true, new KeyResolver() {
            @Override
            public Outlet find(String key) {
                asked.add(key);
                if (key.equals("broken")) {
                    throw new AssertionError("on purpose");
                }
                return Reference.outletOf(echo);
            }

            @Override
            public Promise<Outlet> later(String key) {
                throw new AssertionError("not asked for");
            }

            @Override
            public Promise<Void> end(String key, @Nullable Caller caller) {
                return Promise.done();
            }
        });
        port = remoting.listen("tcp://127.0.0.1:0").await(LIMIT).address().port();
    }

    @AfterEach
    void close() {
        system.close();
    }

    private static Frame.Call call(long stream, TargetId to) {
        return new Frame.Call(stream, to, "one", 0, RawPeer.nothing());
    }

    private static Failure.Code refused(RawPeer peer, long stream) throws Exception {
        return peer.awaitFail(stream).failure().code();
    }

    private static void answered(RawPeer peer, long stream) throws Exception {
        peer.await(Frame.Reply.class, reply -> reply.stream() == stream);
    }

    @ParameterizedTest
    @EnumSource(Encoding.class)
    void shouldSayThatAnOlderPeerKnowsNoKeys(Encoding encoding) throws Exception {
        try (RawPeer peer = RawPeer.greeted(port, encoding)) {
            Await.until("the link is up", LIMIT, () -> !remoting.links().isEmpty());
            Echo echo = ReferenceType.of(Echo.class, null)
                    .newReference(remoting.keyedLinks().target(remoting.links().get(0), "echo", "1"));
            assertThatThrownBy(() -> echo.one().await(LIMIT))
                    .isInstanceOf(CallRefusedException.class)
                    .hasMessageContaining(
                            "the other side must be of a version that finds targets by type and key: peer=");
            peer.send(new Frame.Ping(7));
            peer.await(Frame.Pong.class, pong -> pong.token() == 7);
        }
    }

    @ParameterizedTest
    @EnumSource(Encoding.class)
    void shouldFailNothingButTheCallWhenAResolverIsBroken(Encoding encoding) throws Exception {
        try (RawPeer peer = RawPeer.greeted(port, encoding)) {
            peer.send(call(1, TargetId.keyed("echo", "broken")));
            assertThat(peer.awaitFail(1).failure().text()).contains("on purpose");
            peer.send(call(3, TargetId.keyed("echo", "1")));
            answered(peer, 3);
        }
    }

    @ParameterizedTest
    @EnumSource(Encoding.class)
    void shouldRefuseKeysThatMakeNoSense(Encoding encoding) throws Exception {
        try (RawPeer peer = RawPeer.greeted(port, encoding)) {
            long stream = 1;
            for (String key : List.of("", "a\nb", "a\u0000", "\u009b31m", "x".repeat(513))) {
                peer.send(call(stream, TargetId.keyed("echo", key)));
                assertThat(refused(peer, stream)).as(key).isEqualTo(Failure.Code.NO_TARGET);
                stream += 2;
            }
            peer.send(call(stream, TargetId.keyed("other", "1")));
            assertThat(refused(peer, stream)).isEqualTo(Failure.Code.NO_TARGET);
            peer.send(call(stream + 2, TargetId.keyed("echo", "fine")));
            answered(peer, stream + 2);
            assertThat(asked).containsExactly("fine");
        }
    }

    @ParameterizedTest
    @EnumSource(Encoding.class)
    void shouldTakeNumbersGivenAndTakenBack(Encoding encoding) throws Exception {
        try (RawPeer peer = RawPeer.greeted(port, encoding)) {
            peer.send(call(1, TargetId.keyNumber(3)));
            assertThat(refused(peer, 1)).isEqualTo(Failure.Code.NO_TARGET);
            peer.send(new Frame.KeyNumber(3, "echo", "a"), call(3, TargetId.keyNumber(3)));
            answered(peer, 3);
            peer.send(new Frame.KeyNumber(3, "echo", "b"), call(5, TargetId.keyNumber(3)));
            answered(peer, 5);
            peer.send(new Frame.KeyNumber(3, "", ""), call(7, TargetId.keyNumber(3)));
            assertThat(refused(peer, 7)).isEqualTo(Failure.Code.NO_TARGET);
            peer.send(new Frame.KeyNumber(3, "echo", "bad\n"), call(9, TargetId.keyNumber(3)));
            assertThat(refused(peer, 9)).isEqualTo(Failure.Code.NO_TARGET);
            peer.send(new Frame.KeyNumber(4097, "echo", "far"), call(11, TargetId.keyNumber(4097)));
            assertThat(refused(peer, 11)).isEqualTo(Failure.Code.NO_TARGET);
            assertThat(asked).containsExactly("a", "b");
        }
    }

    @ParameterizedTest
    @EnumSource(Encoding.class)
    void shouldBoundWhatNumbersStandFor(Encoding encoding) throws Exception {
        try (RawPeer peer = RawPeer.greeted(port, encoding)) {
            int fit = 2 * (1 << 18) / (4 + 512);
            for (int i = 1; i <= fit + 5; i++) {
                peer.send(new Frame.KeyNumber(i, "echo", "x".repeat(508) + String.format("%04d", i)));
            }
            peer.send(call(1, TargetId.keyNumber(fit)));
            answered(peer, 1);
            peer.send(call(3, TargetId.keyNumber(fit + 1)));
            assertThat(refused(peer, 3)).isEqualTo(Failure.Code.NO_TARGET);
        }
    }
}
