// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

/** What a check of sessions may take for granted about the order of the writes to one register. */
public enum WriteOrder {
    /** Nothing: only what the guarantees themselves demand. */
    UNKNOWN,
    /** A write that was over before another one began comes first: there is one primary, and only reads may be old. */
    REAL_TIME
}
