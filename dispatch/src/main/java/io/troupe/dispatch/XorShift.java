// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

/** Random numbers, good enough for samples and cheap. One thread only. Source: Marsaglia, "Xorshift RNGs" (2003). */
final class XorShift {
    private int state;

    XorShift(int seed) {
        state = seed * 0x9E3779B9 | 1;
    }

    /** From 0 to below the limit. */
    int below(int limit) {
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        return (state >>> 1) % limit;
    }
}
