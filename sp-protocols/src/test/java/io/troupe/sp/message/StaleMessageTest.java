// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is left of a message whose memory is somebody else's now. In the settings that users have: leaks are not looked for. */
@Timeout(60)
class StaleMessageTest {
    private @Nullable LeakDetector before;

    @BeforeEach
    void lookForNoLeaks() {
        before = LeakDetector.activate(null);
    }

    @AfterEach
    void lookAgain() {
        LeakDetector.activate(before);
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 4_096, 65_536})
    void shouldHoldAnythingWhateverItsLastReaderLeft(int capacity) {
        Random random = new Random(1);
        for (int i = 0; i < 2_000; i++) {
            byte[] bytes = new byte[capacity / 2 + 1 + random.nextInt(capacity / 2)];
            random.nextBytes(bytes);
            try (SpMessage message = SpMessage.of(bytes)) {
                assertThat(message.body().get(bytes.length - 1)).isEqualTo(bytes[bytes.length - 1]);
                message.resize(random.nextInt(bytes.length));
                message.body().limit(0);
                assertThat(message.text()).hasSizeLessThanOrEqualTo(bytes.length);
                assertThat(message.bytes()).hasSize(message.size());
                if (message.hasWord()) {
                    message.takeWord();
                }
            }
        }
    }

    @Test
    void shouldNeitherShowNorTouchWhatOthersHave() {
        SpMessage stale = SpMessage.of("mine");
        stale.release();
        SpMessage theirs = SpMessage.of("theirs");
        theirs.appendHeader(5);
        for (ThrowingCallable use : uses(stale)) {
            assertThatThrownBy(use)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("a released message");
        }
        assertThatThrownBy(stale::release)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("once only");
        assertThat(stale).hasToString("SpMessage(released)");
        stale.close();
        assertIntact(theirs);
        theirs.release();
    }

    @Test
    void shouldNeitherShowNorTouchWhatTheReceiverHas() {
        SpMessage stale = SpMessage.of("theirs");
        stale.appendHeader(5);
        SpMessage theirs = stale.handOver();
        for (ThrowingCallable use : uses(stale)) {
            assertThatThrownBy(use).isInstanceOf(IllegalStateException.class).hasMessageContaining("socket's");
        }
        assertThatThrownBy(stale::handOver)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("once only");
        assertThat(stale).hasToString("SpMessage(sent)");
        stale.close();
        assertIntact(theirs);
        theirs.release();
    }

    private static void assertIntact(SpMessage theirs) {
        assertThat(theirs.isShared()).isFalse();
        assertThat(theirs.text()).isEqualTo("theirs");
        assertThat(theirs.headerSize()).isOne();
        assertThat(theirs.headerWord(0)).isEqualTo(5);
        assertThat(theirs.pipe()).isZero();
    }

    /** All that a message can do, but for its release. */
    private static List<ThrowingCallable> uses(SpMessage stale) {
        ByteBuffer buffer = ByteBuffer.wrap("spoil".getBytes(StandardCharsets.UTF_8));
        return List.of(
                stale::body,
                stale::bytes,
                stale::text,
                stale::size,
                stale::isDirect,
                stale::isShared,
                stale::wireSize,
                stale::pipe,
                stale::headerSize,
                stale::popHeader,
                stale::clearHeader,
                stale::hasWord,
                stale::takeWord,
                stale::arrive,
                stale::retain,
                () -> stale.resize(1),
                () -> stale.pipe(9),
                () -> stale.headerWord(0),
                () -> stale.pushHeader(9),
                () -> stale.appendHeader(9),
                () -> stale.copyTo(0, buffer),
                () -> stale.copyFrom(buffer, 0));
    }

    @Test
    void shouldNotLetABufferOfAFormerHolderMoveThatOfTheNext() {
        SpMessage first = SpMessage.of("12345678");
        ByteBuffer old = first.body();
        SpMessage second = first.handOver();
        ByteBuffer now = second.body();
        old.position(8).limit(8);
        assertThat(now.remaining()).isEqualTo(8);
        assertThat(second.text()).isEqualTo("12345678");
        second.release();
    }
}
