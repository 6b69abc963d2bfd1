// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.SendingSocket;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SubContext;
import io.troupe.sp.socket.SubSocket;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SubscriberContextTest {
    /** In UTF-8 it would be a question mark, the prefix of other messages. */
    @Test
    void shouldRefuseAPrefixWithHalfASurrogatePair() {
        String sentence = "a text must not have half a surrogate pair: index=1, length=2";
        try (SubSocket sub = Sockets.sub();
                SubContext context = sub.context()) {
            assertThatThrownBy(() -> sub.subscribe("a\ud800"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(sentence);
            sub.subscribe("a?");
            assertThatThrownBy(() -> sub.unsubscribe("a\udc00")).hasMessage(sentence);
            assertThatThrownBy(() -> context.subscribe("a\ud800")).hasMessage(sentence);
            sub.unsubscribe("a?");
            sub.subscribe("\ud83d\ude00");
        }
    }

    @Test
    void shouldNeverReceiveWhatWasUnsubscribed() throws InterruptedException {
        AtomicBoolean done = new AtomicBoolean();
        try (SendingSocket pub = Sockets.pub();
                SubSocket sub =
                        Sockets.sub(SocketOptions.builder().receiveBuffer(8).build())) {
            sub.listen("inproc://never-unsubscribed");
            pub.dial("inproc://never-unsubscribed").connected().await(Meeting.LIMIT);
            Thread publisher = new Thread(() -> {
                while (!done.get()) {
                    pub.send(SpMessage.of("a"));
                    pub.send(SpMessage.of("b"));
                }
            });
            publisher.start();
            try {
                for (int round = 0; round < 2_000; round++) {
                    sub.subscribe("a");
                    if (round % 100 == 0) {
                        sub.receive(Meeting.LIMIT).release();
                    }
                    sub.unsubscribe("a");
                    Optional<SpMessage> left = sub.tryReceive();
                    assertThat(left).isEmpty();
                }
            } finally {
                done.set(true);
                publisher.join();
            }
            long known = sub.stats().received()
                    + sub.stats().dropped(DropReason.UNSUBSCRIBED)
                    + sub.stats().dropped(DropReason.RECEIVE_QUEUE_FULL);
            assertThat(known).isEqualTo(pub.stats().sent());
        }
    }

    @Test
    void shouldServePromisesOfContextsOneAfterTheOther() {
        try (SendingSocket pub = Sockets.pub();
                SubSocket sub = Sockets.sub()) {
            sub.listen("inproc://promises-of-contexts");
            pub.dial("inproc://promises-of-contexts").connected().await(Meeting.LIMIT);
            SubContext context = sub.context();
            context.subscribe("x");
            Promise<SpMessage> first = context.receiveLater();
            Promise<SpMessage> second = context.receiveLater();
            pub.send(SpMessage.of("x1"));
            pub.send(SpMessage.of("x2"));
            assertThat(Steps.text(first.await(Meeting.LIMIT))).isEqualTo("x1");
            assertThat(Steps.text(second.await(Meeting.LIMIT))).isEqualTo("x2");
            assertThat(sub.stats().received()).isEqualTo(2);
        }
    }
}
