// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.measure;

import java.util.Locale;

/** What one process does. */
public enum Role {
    /** Listens and measures throughput. */
    RECEIVE,
    /** Dials the receiver and sends. */
    SEND,
    /** Both of these. */
    PAIR,
    /** Listens and replies. */
    REPLY,
    /** Dials the replier and measures round trips. */
    REQUEST,
    /** Both of these. */
    TRIP;

    /** As an argument of a program. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The role of this word. */
    public static Role of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
