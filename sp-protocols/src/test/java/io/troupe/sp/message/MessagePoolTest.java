// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The pool as users have it: without the search for leaks, which never uses a message object twice. */
@Timeout(60)
class MessagePoolTest {
    private @Nullable Leaks before;

    @BeforeEach
    void lookForNoLeaks() {
        before = Leaks.activate(null);
    }

    @AfterEach
    void lookAgain() {
        Leaks.activate(before);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 64",
        "1, 64",
        "64, 64",
        "65, 128",
        "128, 128",
        "4096, 4096",
        "8192, 8192",
        "8193, 16384",
        "65536, 65536",
        "1048576, 1048576",
        "1048577, 1048577"
    })
    void shouldTakeTheSmallestSizeThatFits(int size, int capacity) {
        try (Message message = Message.allocate(size)) {
            assertThat(message.size()).isEqualTo(size);
            assertThat(message.resize(capacity).size()).isEqualTo(capacity);
            assertThatThrownBy(() -> message.resize(capacity + 1)).hasMessageContaining("capacity=" + capacity);
            assertThat(message.body().isDirect()).isEqualTo(capacity >= MessagePool.DIRECT);
        }
    }

    @ParameterizedTest
    @CsvSource({"1", "64", "4096", "65536", "1048576"})
    void shouldUseAMessageAgain(int size) {
        Message first = Message.allocate(size);
        first.appendHeader(7);
        first.pipe(3);
        first.body().order(ByteOrder.LITTLE_ENDIAN);
        first.resize(0);
        first.release();
        try (Message second = Message.allocate(size)) {
            assertThat(second).isSameAs(first);
            assertThat(second.size()).isEqualTo(size);
            assertThat(second.headerSize()).isZero();
            assertThat(second.pipe()).isZero();
            assertThat(second.hasWord()).isEqualTo(size >= 4);
            assertThat(second.body().order()).isEqualTo(ByteOrder.BIG_ENDIAN);
        }
    }

    @Test
    void shouldNotKeepWhatIsLarger() {
        Message large = Message.allocate(MessagePool.LARGEST + 1);
        large.release();
        try (Message next = Message.allocate(MessagePool.LARGEST + 1)) {
            assertThat(next).isNotSameAs(large);
        }
    }

    @Test
    void shouldGetBackWhatOthersRelease() throws InterruptedException {
        int many = 20_000;
        BlockingQueue<Message> queue = new ArrayBlockingQueue<>(16);
        Thread receiver = new Thread(() -> {
            for (int i = 0; i < many; i++) {
                takeFrom(queue).release();
            }
        });
        receiver.start();
        Set<Message> used = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int i = 0; i < many; i++) {
            Message message = Message.allocate(200);
            assertThat(message.isShared()).isFalse();
            used.add(message);
            assertThat(queue.offer(message, 30, TimeUnit.SECONDS)).isTrue();
        }
        receiver.join();
        assertThat(used.size()).isLessThan(300);
    }

    private static Message takeFrom(BlockingQueue<Message> queue) {
        try {
            Message message = queue.poll(30, TimeUnit.SECONDS);
            assertThat(message).isNotNull();
            return message;
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Test
    void shouldNeverGiveOneMessageToTwo() {
        List<Message> held = new ArrayList<>();
        Set<Message> different = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 2_000; i++) { // more than is kept
                Message message = Message.allocate(100);
                held.add(message);
                different.add(message);
            }
            assertThat(different).hasSize(held.size());
            held.forEach(Message::release);
            held.clear();
            different.clear();
        }
    }

    @Test
    void shouldKeepOnlySoMuch() {
        List<Message> large = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            large.add(Message.allocate(MessagePool.LARGEST));
        }
        large.forEach(Message::release);
        Set<Message> known = Collections.newSetFromMap(new IdentityHashMap<>());
        known.addAll(large);
        List<Message> again = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            again.add(Message.allocate(MessagePool.LARGEST));
        }
        assertThat(again.stream().filter(known::contains).count()).isBetween(2L, 10L);
        again.forEach(Message::release);
    }

    @Test
    void shouldRefuseASecondRelease() {
        Message message = Message.allocate(100);
        message.release();
        assertThatThrownBy(message::release).hasMessageContaining("once only");
        assertThatThrownBy(message::retain).hasMessageContaining("must not be used");
        assertThatThrownBy(message::body).hasMessageContaining("must not be used");
        assertThatThrownBy(message::bytes).hasMessageContaining("must not be used");
        try (Message next = Message.allocate(100)) {
            assertThat(next.isShared()).isFalse(); // the wrong calls have changed nothing
        }
    }
}
