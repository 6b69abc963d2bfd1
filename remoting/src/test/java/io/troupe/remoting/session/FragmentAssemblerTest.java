// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.codec.Anything;
import io.troupe.remoting.codec.ByHand;
import io.troupe.remoting.codec.ChunkedBytes;
import io.troupe.remoting.codec.Codec;
import io.troupe.remoting.codec.Codecs;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.Output;
import io.troupe.remoting.codec.Payload;
import io.troupe.remoting.codec.RecordingHandles;
import io.troupe.remoting.link.FrameLimits;
import io.troupe.remoting.value.WireException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FragmentAssemblerTest {
    private static final int MEMORY = 1 << 20;
    private static final int MOST = 256 << 10;
    private static final int PIECE = 48_000;
    private static final int LEAST = 64 << 10;
    private static final long SECOND = 1_000_000_000;

    private final MemoryBudget all = MemoryBudget.of(MEMORY);
    private final MemoryBudget budget = all.part("link", MEMORY);
    private final FragmentAssembler assembly = new FragmentAssembler(budget, all, MOST, () -> {});

    private static Frame.Fragment piece(long number, int size, int bytes) {
        return new Frame.Fragment(number, size, ByteBuffer.allocate(bytes));
    }

    @Test
    void shouldGiveUpAMessageWhoseNextPieceDoesNotComeWithin30Seconds() {
        assembly.add(piece(1, MOST, PIECE), 0);
        assembly.checkTime(30 * SECOND);
        assembly.add(piece(1, 0, PIECE), 30 * SECOND);
        assembly.checkTime(60 * SECOND);

        assertThatThrownBy(() -> assembly.checkTime(60 * SECOND + 1))
                .isInstanceOf(WireException.class)
                .hasMessage("a message in pieces must go on within 30 s: bytes=262144, missing=166144");
    }

    /** Each begins and goes on, and none is ever finished. */
    @Test
    void shouldEndWhoBeginsMessagesWithoutEndAtABoundOfBytes() {
        long[] number = {0};
        assertThatThrownBy(() -> {
                    while (number[0] < 1_000) {
                        number[0]++;
                        assembly.add(piece(number[0], MOST, PIECE), 0);
                        assembly.add(piece(number[0], 0, PIECE), 0);
                    }
                })
                .isInstanceOf(WireException.class)
                .hasMessageContaining("must not be more at the same time than the link may hold: memory=1048576");
        assertThat(budget.used()).isLessThanOrEqualTo(MEMORY + 2L * MOST);
        assembly.clear();
        assertThat(budget.used()).isZero();
    }

    @Test
    void shouldEndWhoBeginsMessagesWithoutEndAtANumber() {
        for (int number = 1; number <= 256; number++) {
            assembly.add(piece(number, 1_000, 1), 0);
        }
        assertThatThrownBy(() -> assembly.add(piece(257, 1_000, 1), 0))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("not be one of more than 256: number=257");
    }

    @Test
    void shouldTakeMemoryForWhatIsThereOnly() {
        assembly.add(piece(1, MOST, 1), 0);
        assertThat(budget.used()).isLessThan(MOST);
    }

    /** Beyond the half of it, too: memory that were twice as much would be more than the heap has for several. */
    @Test
    void shouldNotTakeTheMemoryOfTheWholeBeforeItIsThere() {
        assembly.add(piece(1, MOST, PIECE), 0);
        assembly.add(piece(1, 0, PIECE), 0);
        assembly.add(piece(1, 0, PIECE), 0);
        assertThat(budget.used()).isLessThanOrEqualTo(3 * PIECE + LEAST);
    }

    @Test
    void shouldPutTogetherPiecesOfAllLengths() {
        byte[] contents = new byte[MOST - 100];
        new Random(1).nextBytes(contents);
        Output message = new Output(MOST);
        Codec codec = Codecs.of(Encoding.BINARY);
        codec.encoder(new RecordingHandles(), FrameLimits.defaults())
                .encode(new Frame.Item(1, ByHand.value(out -> out.bytes(contents))), message);
        ChunkedBytes whole = null;
        int at = 0;
        for (int length = 1; at < message.size(); length = Math.min(2 * length + 1, message.size() - at)) {
            assertThat(whole).isNull();
            assertThat(budget.used()).isLessThanOrEqualTo(at + ChunkedBytes.CHUNK);
            ByteBuffer bytes = ByteBuffer.wrap(message.array(), at, length);
            whole = assembly.add(new Frame.Fragment(1, at == 0 ? message.size() : 0, bytes), 0);
            at += length;
        }
        assertThat(budget.used()).as("it and its values").isEqualTo(2L * message.size());
        Frame.Item item = (Frame.Item)
                codec.decoder(new RecordingHandles(), FrameLimits.defaults()).decode(Objects.requireNonNull(whole));
        assertThat(((Payload.Incoming) item.value()).read(List.of(new Anything())))
                .containsExactly(contents);
        assertThat(budget.used()).as("what was read is given up").isLessThan(message.size() + ChunkedBytes.CHUNK);
        assembly.used(whole);
        assertThat(budget.used()).isZero();
    }

    // ---- when others have taken the memory -----------------------------------------------------------------------

    private void assertRefused(ChunkedBytes bytes) {
        assertThat(bytes.refusal())
                .isEqualTo(
                        "a message in pieces must find room in the memory of all queues: limit=1048576, bytes=262144");
        assembly.used(bytes);
        assertThat(budget.used()).isZero();
    }

    @Test
    void shouldRefuseAMessageThatFindsNoRoomAndPassOverTheRest() {
        all.reserve(MEMORY + 4 * MOST);

        assertRefused(assembly.add(piece(1, MOST, PIECE), 0));
        for (int left = MOST - PIECE; left > 0; left -= PIECE) {
            assertThat(assembly.isWaiting()).isTrue();
            assertThat(assembly.add(piece(1, 0, Math.min(left, PIECE)), 0)).isNull();
        }
        assertThat(assembly.isWaiting()).isFalse();
        assertThat(budget.used()).isZero();
        assertThat(all.refused()).isEqualTo(1);
    }

    @Test
    void shouldRefuseAMessageForWhichThereIsNoRoomAnyMore() {
        assertThat(assembly.add(piece(1, MOST, PIECE), 0)).isNull();
        assertThat(assembly.add(piece(1, 0, PIECE), 0)).isNull();
        all.reserve(MEMORY + 4 * MOST);

        assertRefused(assembly.add(piece(1, 0, PIECE), 0));
        all.release(MEMORY + 4 * MOST);
        assertThat(assembly.add(piece(1, 0, PIECE), 0)).isNull();
        assertThat(assembly.add(piece(1, 0, 0), 0)).isNull();
        assertThat(assembly.isWaiting()).isFalse();
        assertThat(budget.used()).isZero();
    }

    @Test
    void shouldRefuseAMessageForWhoseValuesThereIsNoRoom() {
        for (int left = MOST; left > PIECE; left -= PIECE) {
            assertThat(assembly.add(piece(1, left == MOST ? MOST : 0, PIECE), 0))
                    .isNull();
        }
        all.reserve(MEMORY + MOST);

        assertRefused(assembly.add(piece(1, 0, MOST % PIECE), 0));
        assertThat(assembly.isWaiting()).isFalse();
    }

    /** Messages that wait are no reason to refuse one that comes alone. */
    @Test
    void shouldTakeAMessageThatComesAloneWhileAllMemoryIsInUse() {
        all.reserve(MEMORY);
        for (int left = MOST; left > PIECE; left -= PIECE) {
            assertThat(assembly.add(piece(1, left == MOST ? MOST : 0, PIECE), 0))
                    .isNull();
        }
        ChunkedBytes whole = assembly.add(piece(1, 0, MOST % PIECE), 0);

        assertThat(whole.refusal()).isNull();
        assembly.used(whole);
        assertThat(budget.used()).isZero();
    }

    @Test
    void shouldGiveBackEverythingWhenTheLinkEnds() {
        assembly.add(piece(1, 1000, 500), 0);
        ChunkedBytes whole = assembly.add(piece(2, 1000, 1000), 0);
        assertThat(budget.used()).isEqualTo(3000);

        assembly.clear();
        assertThat(budget.used()).isZero();
        assembly.used(whole); // who was at it ends later
        assertThat(budget.used()).isZero();
        assertThat(all.used()).isZero();
    }

    @Test
    void shouldGiveBackWhatIsCalledOff() {
        assembly.add(piece(1, MOST, PIECE), 0);
        assertThat(assembly.add(piece(1, 0, 0), 0)).isNull();
        assertThat(budget.used()).isZero();
        assembly.checkTime(100 * SECOND);
    }
}
