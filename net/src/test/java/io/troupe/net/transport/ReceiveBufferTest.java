// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReceiveBufferTest {

    @Property(tries = 200)
    void shouldDeliverEveryByteOnceAndInOrder(
            @ForAll @Size(max = 40) List<@IntRange(max = 3_000) Integer> pieces,
            @ForAll @IntRange(min = 1, max = 2_000) int unit,
            @ForAll boolean direct,
            @ForAll long seed) {
        Units listener = new Units(unit);
        ReceiveBuffer incoming = new ReceiveBuffer(listener);
        Random random = new Random(seed);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int size : pieces) {
            byte[] piece = new byte[size];
            random.nextBytes(piece);
            all.writeBytes(piece);
            ByteBuf buffer = direct ? Unpooled.directBuffer(size) : Unpooled.buffer(size);
            incoming.accept(buffer.writeBytes(piece));
            buffer.release();
            if (random.nextInt(4) == 0) {
                incoming.paused(random.nextBoolean());
            }
        }
        incoming.paused(false);
        incoming.offerKept();
        byte[] expected = all.toByteArray();
        int whole = expected.length / unit * unit;
        assertThat(listener.used.toByteArray()).isEqualTo(java.util.Arrays.copyOf(expected, whole));
    }

    @Test
    void shouldHoldNothingWhenAllIsUsedAndOnlyTheRestOtherwise() {
        ReceiveBuffer incoming = new ReceiveBuffer(new Units(100));
        incoming.accept(Unpooled.wrappedBuffer(new byte[60_007]));
        assertThat(incoming.held()).isEqualTo(7);
        incoming.accept(Unpooled.wrappedBuffer(new byte[93]));
        assertThat(incoming.held()).isZero();
    }

    @Test
    void shouldDeliverNothingOnceStopped() {
        Units listener = new Units(1);
        ReceiveBuffer incoming = new ReceiveBuffer(listener);
        incoming.stop();
        incoming.accept(Unpooled.wrappedBuffer(new byte[5]));
        incoming.offerKept();
        assertThat(listener.used.size()).isZero();
    }

    /** Uses whole units only. */
    private static final class Units implements ConnectionListener {
        private final int unit;
        private final ByteArrayOutputStream used = new ByteArrayOutputStream();

        Units(int unit) {
            this.unit = unit;
        }

        @Override
        public void onOpen(Connection connection) {}

        @Override
        public int onBytes(byte[] bytes, int from, int to) {
            int size = (to - from) / unit * unit;
            used.write(bytes, from, size);
            return size;
        }

        @Override
        public void onWritable() {}

        @Override
        public void onClose(@Nullable String cause) {}
    }
}
