// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Memory that is taken for bytes which are only announced, limited for all streams together: whoever sends a header and
 * nothing else costs a few bytes when many do so. Thread-safe.
 */
final class ReceiveBudget {
    /** Memory that one message gets on the strength of its header alone, in bytes. */
    static final int MOST = 1 << 20;

    /** What it gets when others have got too much. */
    static final int LEAST = 4 * 1024;

    private static final long ALL = 32L << 20;

    private final AtomicLong given = new AtomicLong();

    /** Nobody has got anything. */
    ReceiveBudget() {}

    /** How many bytes a message of this length may take now; what is more than {@link #LEAST} is to be given back. */
    int take(int length) {
        int wanted = Math.min(length, MOST);
        if (wanted <= LEAST) {
            return wanted;
        }
        if (given.addAndGet(wanted) <= ALL) {
            return wanted;
        }
        given.addAndGet(-wanted);
        return LEAST;
    }

    /** The bytes have come, or never will. */
    void giveBack(int taken) {
        if (taken > LEAST) {
            given.addAndGet(-taken);
        }
    }

    /** Bytes that were given for what has not come yet. */
    long given() {
        return given.get();
    }
}
