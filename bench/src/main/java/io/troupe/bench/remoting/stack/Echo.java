// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.stack;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What every server does: counts one-way messages, returns requests. Called by one thread at a time, as an actor is; if a
 * stack broke that, messages would be missing in the count and the measurement would fail.
 */
public final class Echo {
    /** Bytes of every measured payload. */
    public static final int PAYLOAD_BYTES = 100;

    /** The request that is answered with the number of one-way messages, eight bytes. */
    static final byte[] COUNT = {};

    private final AtomicLong received = new AtomicLong();

    /** Makes one that has got nothing. */
    public Echo() {}

    /** Counts a one-way message. */
    public void tell(byte[] payload) {
        if (payload.length != PAYLOAD_BYTES) {
            throw new IllegalArgumentException(
                    "payload must be whole: length=" + payload.length + ", expected=" + PAYLOAD_BYTES);
        }
        received.lazySet(received.get() + 1);
    }

    /** The reply to a request: the request, or the count. */
    public byte[] ask(byte[] payload) {
        return payload.length > 0
                ? payload
                : ByteBuffer.allocate(Long.BYTES).putLong(received()).array();
    }

    /** How many one-way messages have come. */
    public long received() {
        return received.get();
    }
}
