// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fault;

import static io.troupe.remoting.fault.RawPeer.call;
import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.remoting.Encoding;
import io.troupe.remoting.codec.ByHand;
import io.troupe.remoting.codec.Failure.Code;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.TargetId;
import io.troupe.remoting.link.LinkLimits;
import io.troupe.remoting.value.Handle;
import io.troupe.remoting.value.Handle.HandleKind;
import io.troupe.testkit.Await;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Peers that want too much: what they get is bounded, and the others get on. */
class FloodTest {
    private static final int MOST = 1_000;
    private static final long MEGABYTE = 1 << 20;
    private static final int MILLION = 1_000_000;
    private static final long QUIET_NANOS = 500_000_000;
    private static Victim node;

    @BeforeAll
    static void start() {
        node = Victim.start(LinkLimits.defaults()
                .maxCalls(MOST)
                .maxExports(MOST)
                .sendQueue(1024)
                .receiveQueue(1024)
                .memory(1 << 20));
    }

    @AfterAll
    static void close() {
        node.close();
    }

    @AfterEach
    void theNodeIsWell() {
        node.assertWell();
    }

    /** Says it all and hears at the same time; returns how many were refused because there is too much. */
    private static int refused(Encoding encoding, int count, LongFunction<Frame> frame) throws Exception {
        try (RawPeer peer = RawPeer.greeted(node.port, encoding)) {
            Thread saying = new Thread(() -> say(peer, count, frame), "says a lot");
            saying.start();
            int busy = 0;
            for (Frame next = peer.next(); next != null; next = peer.next()) {
                if (next instanceof Frame.Fail fail && fail.failure().code() == Code.BUSY) {
                    busy++;
                } else if (next instanceof Frame.Pong pong && pong.token() == 77) {
                    break;
                }
            }
            saying.join();
            return busy;
        }
    }

    private static void say(RawPeer peer, int count, LongFunction<Frame> frame) {
        try {
            Frame[] portion = new Frame[1_000];
            for (int from = 0; from < count; from += portion.length) {
                for (int i = 0; i < portion.length; i++) {
                    portion[i] = frame.apply(1 + 2L * (from + i));
                }
                peer.send(portion);
            }
            peer.send(new Frame.Ping(77));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseCallsBeyondTheLimit(Encoding encoding) throws Exception {
        int count = encoding == Encoding.BINARY ? MILLION : MILLION / 20;
        assertThat(refused(encoding, count, stream -> call(stream, "never"))).isEqualTo(count - MOST);
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseStreamsBeyondTheLimit(Encoding encoding) throws Exception {
        int count = encoding == Encoding.BINARY ? MILLION : MILLION / 20;
        assertThat(refused(encoding, count, stream -> new Frame.Watch(stream, TargetId.name("desk"))))
                .isEqualTo(count - MOST);
    }

    /** Each is answered, and nobody reads the answers. */
    @ParameterizedTest
    @ValueSource(strings = {"calls", "refused calls", "refused tells", "pings", "streams"})
    void shouldStopReadingFromWhoDoesNotReadTheAnswers(String what) throws Exception {
        AtomicLong sent = new AtomicLong();
        try (RawPeer peer = RawPeer.greeted(node.port, Encoding.BINARY)) {
            Thread saying = new Thread(() -> flood(peer, what, sent), "floods");
            saying.start();
            awaitQuiet(sent);
            assertThat(sent.get()).isLessThan(48 * MEGABYTE);
            assertThat(node.desk.echo("in between").await(Victim.LIMIT)).isEqualTo("in between");
            peer.socket().close();
            saying.join();
        }
    }

    private static void flood(RawPeer peer, String what, AtomicLong sent) {
        try {
            for (long i = 0; sent.get() < 256 * MEGABYTE; ) {
                Frame[] portion = new Frame[100];
                for (int at = 0; at < portion.length; at++) {
                    portion[at] = flooding(what, 1 + 2 * i++);
                }
                byte[] bytes = peer.bytes(portion);
                peer.send(bytes);
                sent.addAndGet(bytes.length);
            }
        } catch (IOException e) {
            // closed by the test
        }
    }

    private static Frame flooding(String what, long stream) {
        return switch (what) {
            case "calls" -> call(stream, "echo", out -> out.text("x".repeat(500)));
            case "refused calls" -> new Frame.Call(stream, TargetId.id(9_999), "sum", 0, RawPeer.nothing());
            case "refused tells" -> new Frame.Tell(TargetId.id(9_999), "add", RawPeer.nothing());
            case "pings" -> new Frame.Ping(stream);
            default -> new Frame.Open(stream, "nobody accepts this");
        };
    }

    /** Until nothing has been taken for a while. */
    private static void awaitQuiet(AtomicLong sent) {
        long[] last = {-1, System.nanoTime()};
        Await.until("no more is taken", Victim.LIMIT, () -> {
            long now = sent.get();
            if (now != last[0]) {
                last[0] = now;
                last[1] = System.nanoTime();
            }
            return System.nanoTime() - last[1] > QUIET_NANOS;
        });
    }

    @Test
    void shouldLetNobodyElseWaitForAPeerThatNeverReads() throws Exception {
        Desk spout = node.there.spawn(Desk.class, Desk::new);
        node.server.expose("spout", spout);
        try (RawPeer peer = RawPeer.greeted(node.port, Encoding.BINARY)) {
            peer.send(
                    new Frame.Call(
                            1,
                            TargetId.name("spout"),
                            "subscribe",
                            0,
                            ByHand.value(out -> out.handle(new Handle(HandleKind.CALLBACK, 3)))),
                    new Frame.Ping(1));
            peer.await(Frame.Reply.class, reply -> reply.stream() == 1);
            for (int i = 0; i < 20_000; i++) {
                spout.publish(i * 100, i * 100 + 100);
            }
            long before = Victim.usedHeap();
            assertThat(node.desk.echo("in between").await(Victim.LIMIT)).isEqualTo("in between");
            assertThat(before).isLessThan(256 * MEGABYTE);
        }
        assertThat(spout.sum().await(Victim.LIMIT)).isZero(); // goes on when the peer has gone
        node.server.unexpose("spout");
        node.there.stop(spout).await(Victim.LIMIT);
    }
}
