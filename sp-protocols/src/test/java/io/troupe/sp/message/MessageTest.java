// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class MessageTest {
    @Test
    void shouldKeepHeaderWordsInOrder() {
        try (Message message = Message.of("body")) {
            for (int i = 1; i <= 20; i++) {
                message.pushHeader(-i);
                message.appendHeader(i);
            }
            assertThat(message.headerSize()).isEqualTo(40);
            assertThat(message.wireSize()).isEqualTo(164);
            assertThat(message.headerWord(0)).isEqualTo(-20);
            assertThat(message.headerWord(39)).isEqualTo(20);
            assertThat(message.popHeader()).isEqualTo(-20);
            assertThat(message.popHeader()).isEqualTo(-19);
            try (Message other = Message.of("other")) {
                other.copyHeader(message);
                assertThat(other.headerSize()).isEqualTo(38);
                assertThat(other.headerWord(37)).isEqualTo(20);
            }
            message.clearHeader();
            assertThat(message.headerSize()).isZero();
            assertThatThrownBy(message::popHeader).isInstanceOf(IndexOutOfBoundsException.class);
            assertThat(message.text()).isEqualTo("body");
        }
    }

    @Test
    void shouldTakeWordsFromTheHeaderThenFromTheBody() {
        try (Message message = Message.allocate(9)) {
            message.body().putInt(3).putInt(4).put((byte) 5);
            message.appendHeader(1);
            message.appendHeader(2);
            message.arrive();
            assertThat(message.headerSize()).isZero();
            message.appendHeader(77); // a new header while the old one is taken
            for (int i = 1; i <= 4; i++) {
                assertThat(message.hasWord()).isTrue();
                assertThat(message.takeWord()).isEqualTo(i);
            }
            assertThat(message.hasWord()).isFalse();
            assertThatThrownBy(message::takeWord).hasMessageContaining("size=1");
            assertThat(message.bytes()).containsExactly(5);
            assertThat(message.headerWord(0)).isEqualTo(77);
        }
    }

    @Test
    void shouldTakeWordsInNetworkOrderWhateverTheUserSet() {
        try (Message message = Message.allocate(4)) {
            message.body().order(ByteOrder.LITTLE_ENDIAN).putInt(0x01020304);
            message.body().order(ByteOrder.LITTLE_ENDIAN);
            assertThat(message.takeWord()).isEqualTo(0x04030201);
        }
    }

    @Test
    void shouldGiveTheWholeBodyEachTime() {
        try (Message message = Message.of("abc")) {
            assertThat(message.body().remaining()).isEqualTo(3);
            message.body().get();
            assertThat(message.body().get()).isEqualTo((byte) 'a');
            message.resize(2);
            assertThat(message.text()).isEqualTo("ab");
            assertThat(message.resize(3).text()).isEqualTo("abc");
            assertThatThrownBy(() -> message.resize(-1)).hasMessageContaining("size=-1");
            assertThatThrownBy(() -> Message.allocate(-1)).hasMessageContaining("size=-1");
        }
    }

    @Test
    void shouldNotCopyWhatItWraps() {
        ByteBuffer content = ByteBuffer.wrap(new byte[] {1, 2, 3, 4});
        content.position(1).limit(3);
        Message message = Message.wrap(content);
        content.put(1, (byte) 9);
        assertThat(message.bytes()).containsExactly(9, 3);
        assertThat(content.position()).isEqualTo(1);
        message.release();
        assertThat(content.get(1)).isEqualTo((byte) 9);
        assertThatThrownBy(message::release).hasMessageContaining("once only");
    }

    @Test
    void shouldShareBytesWithItsViewsAndNothingElse() {
        Message whole = Message.of("12345678");
        whole.appendHeader(1);
        Message view = whole.view();
        assertThat(whole.isShared()).isTrue();
        assertThat(view.isShared()).isFalse();
        view.takeWord();
        view.pushHeader(2);
        Message second = view.view();
        whole.release();
        view.release();
        assertThat(second.text()).isEqualTo("5678");
        assertThat(second.headerSize()).isEqualTo(2);
        second.release();
        assertThatThrownBy(whole::view)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("released");
    }

    @Test
    void shouldCountHoldersOfManyThreads() throws InterruptedException {
        Message message = Message.of("shared");
        AtomicInteger wrong = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            message.retain();
            threads.add(new Thread(() -> {
                for (int k = 0; k < 1_000; k++) {
                    Message view = message.retain().view();
                    message.release();
                    wrong.addAndGet(view.text().equals("shared") ? 0 : 1);
                    view.release();
                }
                message.release();
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(wrong).hasValue(0);
        assertThat(message.isShared()).isFalse();
        message.release();
        assertThatThrownBy(message::retain).hasMessageContaining("must not be used");
    }
}
