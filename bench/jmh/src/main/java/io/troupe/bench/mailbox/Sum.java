// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.mailbox;

/** The receiver of all messages. Owned by the draining thread. */
final class Sum {
    private long sum;
    private int count;

    Sum() {}

    void add(int value) {
        sum += value;
        count++;
    }

    int count() {
        return count;
    }

    /** Starts anew after a batch that must have added up to so much. */
    long take(long expected) {
        long taken = sum;
        if (taken != expected) {
            throw new IllegalStateException(
                    "every message must be delivered once: expected=" + expected + ", sum=" + taken);
        }
        sum = 0;
        count = 0;
        return taken;
    }
}
