// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the pool keeps, gives again, and forgets. */
@Timeout(60)
class MessagePoolTest {
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
        try (SpMessage message = SpMessage.allocate(size)) {
            assertThat(message.size()).isEqualTo(size);
            assertThat(message.resize(capacity).size()).isEqualTo(capacity);
            assertThatThrownBy(() -> message.resize(capacity + 1)).hasMessageContaining("capacity=" + capacity);
            assertThat(message.body().isDirect()).isEqualTo(capacity >= MessagePool.DIRECT);
        }
    }

    @ParameterizedTest
    @CsvSource({"1", "64", "4096", "65536", "1048576"})
    void shouldUseABlockAgain(int size) {
        MessageBlock first = MessagePool.take(size);
        first.appendHeader(7);
        first.arrive();
        first.appendHeader(8);
        first.pipe(3);
        first.resize(0);
        first.release(false);
        MessageBlock second = MessagePool.take(size);
        assertThat(second).isSameAs(first);
        assertThat(second.size()).isEqualTo(size);
        assertThat(second.headerSize()).isZero();
        assertThat(second.pipe()).isZero();
        assertThat(second.hasWord()).isEqualTo(size >= 4);
        second.release(false);
    }

    @Test
    void shouldNotKeepWhatIsLarger() {
        MessageBlock large = MessagePool.take(MessagePool.LARGEST + 1);
        large.release(false);
        MessageBlock next = MessagePool.take(MessagePool.LARGEST + 1);
        assertThat(next).isNotSameAs(large);
        next.release(false);
    }

    @Test
    void shouldGetBackWhatOthersRelease() throws InterruptedException {
        int many = 20_000;
        BlockingQueue<MessageBlock> queue = new ArrayBlockingQueue<>(16);
        Thread receiver = new Thread(() -> {
            for (int i = 0; i < many; i++) {
                takeFrom(queue).release(false);
            }
        });
        receiver.start();
        Set<MessageBlock> used = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int i = 0; i < many; i++) {
            MessageBlock block = MessagePool.take(200);
            assertThat(block.isShared()).isFalse();
            used.add(block);
            assertThat(queue.offer(block, 30, TimeUnit.SECONDS)).isTrue();
        }
        receiver.join();
        assertThat(used.size()).isLessThan(300);
    }

    private static MessageBlock takeFrom(BlockingQueue<MessageBlock> queue) {
        try {
            MessageBlock block = queue.poll(30, TimeUnit.SECONDS);
            assertThat(block).isNotNull();
            return block;
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Test
    void shouldNeverGiveOneBlockToTwo() {
        List<MessageBlock> held = new ArrayList<>();
        Set<MessageBlock> different = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 2_000; i++) { // more than is kept
                MessageBlock block = MessagePool.take(100);
                held.add(block);
                different.add(block);
            }
            assertThat(different).hasSize(held.size());
            held.forEach(block -> block.release(false));
            held.clear();
            different.clear();
        }
    }

    @Test
    void shouldKeepOnlySoMuch() {
        List<MessageBlock> large = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            large.add(MessagePool.take(MessagePool.LARGEST));
        }
        large.forEach(block -> block.release(false));
        Set<MessageBlock> known = Collections.newSetFromMap(new IdentityHashMap<>());
        known.addAll(large);
        List<MessageBlock> again = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            again.add(MessagePool.take(MessagePool.LARGEST));
        }
        assertThat(again.stream().filter(known::contains).count()).isBetween(2L, 10L);
        again.forEach(block -> block.release(false));
    }
}
