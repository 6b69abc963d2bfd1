// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation.network;

import io.troupe.net.transport.ConnectionListener;
import java.util.Arrays;

/** Hands bytes to a listener and keeps what it did not use. */
final class ReceivedBytes {
    private static final byte[] NOTHING = {};

    private final ConnectionListener listener;
    private byte[] kept = NOTHING;
    private int size;

    ReceivedBytes(ConnectionListener listener) {
        this.listener = listener;
    }

    void add(byte[] bytes) {
        int needed = Math.addExact(size, bytes.length);
        if (kept.length < needed) {
            kept = Arrays.copyOf(kept, size == 0 ? needed : (int) Math.max(needed, Math.min(2L * size, 1 << 30)));
        }
        System.arraycopy(bytes, 0, kept, size, bytes.length);
        size = needed;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Once; what is left stays for the next time. */
    void offer() {
        if (size == 0) {
            return;
        }
        int offered = size;
        byte[] all = kept;
        int used = listener.onBytes(all, 0, offered);
        if (used < 0 || used > offered) {
            throw new IllegalStateException(
                    "a listener must use from 0 to all of the bytes offered: used=" + used + ", offered=" + offered);
        }
        if (size == offered) { // else it was cleared within the call
            // a new array: the listener may not have expected the old one to change, but may have kept it by mistake
            kept = used == offered ? NOTHING : Arrays.copyOfRange(all, used, offered);
            size = kept.length;
        }
    }

    void clear() {
        kept = NOTHING;
        size = 0;
    }
}
