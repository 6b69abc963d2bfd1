// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.channel.Channel;
import io.troupe.core.channel.Channels;
import io.troupe.core.channel.Receiver;
import io.troupe.core.channel.Sender;
import io.troupe.core.error.ChannelClosedException;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.SomeEncodings;
import io.troupe.remoting.codec.ByHand;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.value.Handle;
import io.troupe.remoting.value.Handle.HandleKind;
import io.troupe.testkit.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;

/** What peers that are older, or break the rules, do to channels whose ends were handed over. */
class ChannelFaultsTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String OLDER = "streams,watch,nak,request,pause,pieces,headers,goaway,nakBytes";
    private static final String KNOWN = OLDER + ",channels";

    private static final AtomicReference<Receiver<Integer>> TAKEN = new AtomicReference<>();

    private final ActorSystem system = ActorSystem.start("node");
    private final Channel<Integer> numbers = Channels.unlimited();
    private final List<Integer> undelivered = new CopyOnWriteArrayList<>();
    private RawPeer peer;

    /** Gives its channel out, and keeps what it is given. */
    public static class Source extends Actor<Source> {
        private final Channel<Integer> numbers;

        public Source(Channel<Integer> numbers) {
            this.numbers = numbers;
        }

        public Promise<Receiver<Integer>> numbers() {
            return Promise.of(numbers);
        }

        public Promise<Sender<Integer>> sink() {
            return Promise.of(numbers);
        }

        public Promise<Integer> take(Receiver<Integer> receiver) {
            TAKEN.set(receiver);
            return Promise.of(1);
        }
    }

    private void start(Encoding encoding, String features) throws IOException {
        numbers.undelivered(undelivered::add);
        Remoting remoting = Remoting.on(system);
        remoting.expose("desk", system.spawn(Source.class, () -> new Source(numbers)));
        int port = remoting.listen("tcp://127.0.0.1:0").await(LIMIT).address().port();
        peer = RawPeer.agreed(port, encoding);
        peer.send(new Frame.Hello(Map.of("name", "raw", "features", features)));
    }

    @AfterEach
    void close() throws IOException {
        peer.close();
        system.close();
    }

    /** The number of the end that a call returns, by the rule that the acceptor's first number is 2. */
    private long handed(String method) throws IOException {
        peer.send(RawPeer.call(1, method));
        peer.awaitReply(1);
        return 2;
    }

    private void awaitPong(long token) throws IOException {
        peer.send(new Frame.Ping(token));
        peer.await(Frame.Pong.class, pong -> pong.token() == token);
    }

    @ParameterizedTest
    @SomeEncodings
    void shouldRefuseToHandAnEndToAnOlderPeerInASentence(Encoding encoding) throws IOException {
        start(encoding, OLDER);
        peer.send(RawPeer.call(1, "numbers"));
        Frame.Fail fail = peer.await(Frame.Fail.class, any -> any.stream() == 1);
        assertThat(fail.failure().text())
                .contains("the other side must be of a version that takes ends of channels: peer=");
        numbers.send(1);
        awaitPong(1);
        assertThat(numbers.stats().inside()).isOne();
    }

    @ParameterizedTest
    @SomeEncodings
    void shouldGiveBackWhatWasSentAndNotReceivedWhenThePeerCancels(Encoding encoding) throws IOException {
        start(encoding, KNOWN);
        for (int i = 0; i < 5; i++) {
            numbers.send(i);
        }
        long stream = handed("numbers");
        peer.send(new Frame.Request(stream, 3));
        for (int i = 0; i < 3; i++) {
            peer.await(Frame.Item.class, item -> item.stream() == stream);
        }
        peer.send(new Frame.Gap(stream, 1), new Frame.Cancel(stream));
        awaitPong(1);
        assertThat(List.of(numbers.take(LIMIT), numbers.take(LIMIT), numbers.take(LIMIT), numbers.take(LIMIT)))
                .containsExactly(1, 2, 3, 4);
    }

    @ParameterizedTest
    @SomeEncodings
    void shouldGiveBackWhatWasSentAndNotReceivedWhenThePeerTakesItsRequestsBack(Encoding encoding) throws IOException {
        start(encoding, KNOWN);
        for (int i = 0; i < 3; i++) {
            numbers.send(i);
        }
        long stream = handed("numbers");
        peer.send(new Frame.Request(stream, 2));
        peer.await(Frame.Item.class, item -> item.stream() == stream);
        peer.await(Frame.Item.class, item -> item.stream() == stream);
        peer.send(new Frame.Gap(stream, 1), new Frame.Request(stream, 0));
        peer.await(Frame.Request.class, request -> request.stream() == stream && request.count() == 0);
        assertThat(numbers.take(LIMIT)).isEqualTo(1);
        peer.send(new Frame.Request(stream, 1));
        peer.await(Frame.Item.class, item -> item.stream() == stream);
    }

    @ParameterizedTest
    @SomeEncodings
    void shouldCountWhatTheLinkMayHaveDeliveredAsUndelivered(Encoding encoding) throws IOException {
        start(encoding, KNOWN);
        for (int i = 0; i < 5; i++) {
            numbers.send(i);
        }
        long stream = handed("numbers");
        peer.send(new Frame.Request(stream, 3));
        for (int i = 0; i < 3; i++) {
            peer.await(Frame.Item.class, item -> item.stream() == stream);
        }
        peer.send(new Frame.Gap(stream, 1));
        awaitPong(1);
        peer.close();
        Await.until("two are undelivered", LIMIT, () -> undelivered.size() == 2);
        assertThat(undelivered).containsExactlyInAnyOrder(1, 2);
        assertThat(numbers.stats().received()).isOne();
        assertThat(numbers.stats().inside()).isEqualTo(2);
        assertThatThrownBy(() -> numbers.send(9).await(LIMIT)).isInstanceOf(ChannelClosedException.class);
    }

    @ParameterizedTest
    @SomeEncodings
    void shouldEndAChannelOfAPeerThatSendsMoreThanWasRequested(Encoding encoding) throws IOException {
        start(encoding, KNOWN);
        peer.send(RawPeer.call(1, "take", out -> out.handle(new Handle(HandleKind.RECEIVER, 3))));
        peer.awaitReply(1);
        peer.send(new Frame.Item(3, ByHand.value(out -> out.integer(7))));
        peer.await(Frame.Cancel.class, cancel -> cancel.stream() == 3);
        assertThatThrownBy(() -> TAKEN.get().take(LIMIT))
                .isInstanceOf(ChannelClosedException.class)
                .hasStackTraceContaining("must not send more than was requested");
    }

    @ParameterizedTest
    @SomeEncodings
    void shouldFailReceiversWhenTheLinkOfTheLastRemoteSenderIsLost(Encoding encoding) throws IOException {
        start(encoding, KNOWN);
        long stream = handed("sink");
        peer.await(Frame.Request.class, request -> request.stream() == stream && request.count() > 0);
        peer.send(new Frame.Item(stream, ByHand.value(out -> out.integer(7))));
        assertThat(numbers.take(LIMIT)).isEqualTo(7);
        peer.await(Frame.Gap.class, gap -> gap.stream() == stream && gap.count() == 1);
        peer.close();
        assertThatThrownBy(() -> numbers.take(LIMIT))
                .isInstanceOf(ChannelClosedException.class)
                .hasStackTraceContaining("LinkLostException");
    }
}
