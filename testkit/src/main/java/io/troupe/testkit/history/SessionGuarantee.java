// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

import java.util.Locale;

/** What each client may rely on, whatever the others do (Terry and others, 1994). */
public enum SessionGuarantee {
    /** A client that has written a value reads that one or a newer one. */
    READ_YOUR_WRITES,
    /** A client that has read a value never reads an older one. */
    MONOTONIC_READS,
    /** Writes of a client take effect in its order. */
    MONOTONIC_WRITES,
    /** A write takes effect after the writes that its client had read before. */
    WRITES_FOLLOW_READS;

    /** {@return the name in lower case, as in {@code monotonic reads}} */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
