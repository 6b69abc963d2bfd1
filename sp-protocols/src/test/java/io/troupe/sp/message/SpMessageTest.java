// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SpMessageTest {
    @Test
    void shouldKeepHeaderWordsInOrder() {
        try (SpMessage message = SpMessage.of("body")) {
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
            try (SpMessage other = message.retain()) {
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
        try (SpMessage message = SpMessage.allocate(9)) {
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
        try (SpMessage message = SpMessage.allocate(4)) {
            message.body().order(ByteOrder.LITTLE_ENDIAN).putInt(0x01020304);
            message.body().order(ByteOrder.LITTLE_ENDIAN);
            assertThat(message.takeWord()).isEqualTo(0x04030201);
        }
    }

    @Test
    void shouldGiveTheWholeBodyEachTime() {
        try (SpMessage message = SpMessage.of("abc")) {
            assertThat(message.body().remaining()).isEqualTo(3);
            message.body().get();
            assertThat(message.body().get()).isEqualTo((byte) 'a');
            message.resize(2);
            assertThat(message.text()).isEqualTo("ab");
            assertThat(message.resize(3).text()).isEqualTo("abc");
            assertThatThrownBy(() -> message.resize(-1)).hasMessageContaining("size=-1");
            assertThatThrownBy(() -> SpMessage.allocate(-1)).hasMessageContaining("size=-1");
        }
    }

    @Test
    void shouldNotCopyWhatItWraps() {
        ByteBuffer content = ByteBuffer.wrap(new byte[] {1, 2, 3, 4});
        content.position(1).limit(3);
        SpMessage message = SpMessage.wrap(content);
        content.put(1, (byte) 9);
        assertThat(message.bytes()).containsExactly(9, 3);
        assertThat(content.position()).isEqualTo(1);
        message.release();
        assertThat(content.get(1)).isEqualTo((byte) 9);
        assertThatThrownBy(message::release).hasMessageContaining("once only");
    }

    @Test
    void shouldShareBytesAmongHoldersAndNothingElse() {
        SpMessage first = SpMessage.of("12345678");
        first.appendHeader(1);
        SpMessage second = first.retain();
        assertThat(first.isShared()).isTrue();
        assertThat(second.isShared()).isTrue();
        second.takeWord();
        second.pushHeader(2);
        SpMessage third = second.retain();
        assertThat(first.text()).isEqualTo("12345678");
        assertThat(first.headerSize()).isEqualTo(1);
        first.release();
        second.release();
        assertThat(third.text()).isEqualTo("5678");
        assertThat(third.headerSize()).isEqualTo(2);
        assertThat(third.isShared()).isFalse();
        third.release();
        assertThatThrownBy(first::retain).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldCountHoldersOfManyThreads() throws InterruptedException {
        SpMessage message = SpMessage.of("shared");
        AtomicInteger wrong = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            SpMessage own = message.retain();
            threads.add(new Thread(() -> {
                for (int k = 0; k < 1_000; k++) {
                    SpMessage other = own.retain();
                    SpMessage third = other.retain();
                    other.release();
                    wrong.addAndGet(third.text().equals("shared") ? 0 : 1);
                    third.release();
                }
                own.release();
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

    @Test
    void shouldMoveWhenHandedOver() {
        SpMessage message = SpMessage.of("moved");
        message.appendHeader(7);
        SpMessage own = message.handOver();
        assertThat(own.text()).isEqualTo("moved");
        assertThat(own.headerWord(0)).isEqualTo(7);
        assertThat(own.isShared()).isFalse();
        assertThatThrownBy(message::text).hasMessageContaining("must not be used");
        assertThatThrownBy(message::release).hasMessageContaining("must not be released");
        assertThatThrownBy(message::handOver).hasMessageContaining("sent once only");
        message.close();
        message.close();
        assertThat(own.text()).isEqualTo("moved");
        own.release();
        own.close();
        assertThatThrownBy(own::handOver).hasMessageContaining("must not be sent");
    }

    @Test
    void shouldComeBackWhenItCouldNotBeSent() {
        SpMessage message = SpMessage.of("back");
        SpMessage own = message.handOver();
        message.takeBack(own);
        assertThat(message.text()).isEqualTo("back");
        assertThatThrownBy(own::text).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> message.takeBack(own)).isInstanceOf(IllegalStateException.class);
        SpMessage again = message.handOver();
        message.close(); // nobody wants it back
        message.takeBack(again);
        assertThatThrownBy(message::text).hasMessageContaining("released");
        assertThatThrownBy(again::text).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldCopyPartsWithoutABuffer() {
        try (SpMessage message = SpMessage.allocate(8)) {
            ByteBuffer from = ByteBuffer.wrap("abcdefghij".getBytes(StandardCharsets.UTF_8));
            assertThat(message.copyFrom(from, 3)).isEqualTo(5);
            assertThat(from.position()).isEqualTo(5);
            assertThat(message.copyFrom(from.limit(8), 0)).isEqualTo(3);
            assertThat(message.copyFrom(from.limit(10), 8)).isZero();
            assertThat(message.text()).isEqualTo("fghabcde");
            ByteBuffer to = ByteBuffer.allocate(4);
            assertThat(message.copyTo(2, to)).isEqualTo(4);
            assertThat(message.copyTo(2, to)).isZero();
            assertThat(to.array()).isEqualTo("habc".getBytes(StandardCharsets.UTF_8));
            assertThatThrownBy(() -> message.copyTo(9, to)).isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    @Test
    void shouldRefuseHalfACharacter() {
        assertThatThrownBy(() -> SpMessage.of("a\uD83D"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a text must not have half a surrogate pair: index=1, length=2");
        try (SpMessage whole = SpMessage.of("a\uD83D\uDE00")) {
            assertThat(whole.text()).isEqualTo("a\uD83D\uDE00");
        }
    }
}
