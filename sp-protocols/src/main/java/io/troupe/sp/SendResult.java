// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

/** What has become of a message that a pattern was to send. */
enum SendResult {
    /** A pipe has it. */
    SENT,
    /** Nobody will get it; it is released, and counted as dropped. */
    DROPPED,
    /** There is no room or no peer; it is still the sender's, who waits. */
    NOT_NOW;

    /** {@link #SENT} or {@link #NOT_NOW}. */
    static SendResult of(boolean taken) {
        return taken ? SENT : NOT_NOW;
    }
}
