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
    /** A message leaves its sender. In traces of real runs; a simulated run has the arrival only. */
    SEND,
    /** A link between two nodes comes up or goes down. */
    LINK,
    /** Nothing happens: a test or a program notes a fact. */
    NOTE;

    private final long code = Chance.hash(name());
    private final String word = name().toLowerCase(Locale.ROOT);

    /** {@return the first part of an event's name: the constant in lower case} */
    public String word() {
        return word;
    }

    /** A number for keys, the same in every version that has the constant. */
    long code() {
        return code;
    }
}
