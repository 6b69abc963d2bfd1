// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import java.util.Locale;

/** What kind of step an event of a simulated run is. */
public enum EventKind {
    /** An actor runs one message or one callback. */
    TURN,
    /** The oldest message under way from one sender to one target reaches the target's mailbox. */
    ARRIVAL,
    /** The outcome of an ask reaches its caller. */
    ANSWER,
    /** The clock moves to the earliest timer, although other events are possible. */
    TIME,
    /** A piece of bytes reaches the other end of a simulated connection. */
    BYTES,
    /** A write or a sync of a simulated disk completes. */
    DISK,
    /** A piece of blocking work runs. */
    TASK,
    /** Something breaks, or is mended: a crash, a restart, a pause, a partition. */
    FAULT,
    /** Nothing happens: a test or a program notes a fact. */
    NOTE;

    /** {@return the first part of an event's name: the constant in lower case} */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
