// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import io.netty.buffer.ByteBuf;
import io.netty.util.concurrent.FastThreadLocal;
import java.util.Arrays;

/**
 * Hands what was received to a listener and keeps what it did not use. Each byte is copied a bounded number of times, however
 * large a frame and however small the pieces: a large rest grows by doubling, a small one is put before the next piece. Loop
 * only.
 */
final class ReceiveBuffer {
    private static final byte[] NOTHING = {};
    private static final int FIRST_SIZE = 64 << 10;

    /** A small rest and the next piece, joined. One for all connections of a loop: only one of them is at work at a time. */
    private static final FastThreadLocal<byte[]> JOINED = new FastThreadLocal<>() {
        @Override
        protected byte[] initialValue() {
            return new byte[FIRST_SIZE];
        }
    };

    private final ConnectionListener listener;
    /** The rest; longer than it only while a large frame comes in. */
    private byte[] kept = NOTHING;

    private int keptSize;
    private boolean paused;
    private boolean stopped;

    ReceiveBuffer(ConnectionListener listener) {
        this.listener = listener;
    }

    /** Takes a piece; does not release it. */
    void accept(ByteBuf piece) {
        int size = piece.readableBytes();
        if (stopped || size == 0) {
            return;
        }
        if (paused) {
            append(piece, size);
        } else if (keptSize == 0 && piece.hasArray()) {
            int from = piece.arrayOffset() + piece.readerIndex();
            keep(piece.array(), from, from + size);
        } else if (keptSize <= size) {
            byte[] all = joined(keptSize + size);
            System.arraycopy(kept, 0, all, 0, keptSize);
            piece.readBytes(all, keptSize, size);
            keep(all, 0, keptSize + size);
        } else {
            append(piece, size);
            offerKept();
        }
    }

    private static byte[] joined(int size) {
        byte[] memory = JOINED.get();
        if (memory.length < size) {
            memory = new byte[Math.max(size, 2 * memory.length)];
            JOINED.set(memory);
        }
        return memory;
    }

    /** Delivers no more until told to go on. */
    void paused(boolean now) {
        paused = now;
    }

    /** Delivers the rest again: the listener may have left it only because it paused. */
    void offerKept() {
        if (keptSize == 0 || paused || stopped) {
            return;
        }
        int offered = keptSize; // which is zero after a stop within the call
        int used = checked(listener.onBytes(kept, 0, offered), offered);
        if (used > 0 && !stopped) {
            kept = used == keptSize ? NOTHING : Arrays.copyOfRange(kept, used, keptSize);
            keptSize = kept.length;
        }
    }

    /** Delivers nothing ever again. */
    void stop() {
        stopped = true;
        kept = NOTHING;
        keptSize = 0;
    }

    /** Whether the listener has used all that came. */
    boolean isEmpty() {
        return keptSize == 0;
    }

    /** Bytes of memory that an idle connection holds. */
    int held() {
        return kept.length;
    }

    private void keep(byte[] bytes, int from, int to) {
        int used = checked(listener.onBytes(bytes, from, to), to - from);
        if (!stopped) {
            kept = from + used == to ? NOTHING : Arrays.copyOfRange(bytes, from + used, to);
            keptSize = kept.length;
        }
    }

    private void append(ByteBuf piece, int size) {
        int needed = Math.addExact(keptSize, size);
        if (kept.length < needed) {
            kept = Arrays.copyOf(
                    kept, keptSize == 0 ? needed : Math.max(needed, (int) Math.min(2L * keptSize, 1 << 30)));
        }
        piece.readBytes(kept, keptSize, size);
        keptSize = needed;
    }

    private static int checked(int used, int offered) {
        if (used < 0 || used > offered) {
            throw new IllegalStateException(
                    "a listener must use from 0 to all of the bytes offered: used=" + used + ", offered=" + offered);
        }
        return used;
    }
}
