// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.mailbox;

import java.util.Objects;
import java.util.function.Function;

/**
 * Describes the mailbox of an actor: how much may wait, and what happens when it is full. Immutable; one spec serves any number of
 * actors.
 *
 * @param kind which implementation
 * @param capacity most waiting messages, 2 to 2^30; ignored by the unbounded kinds
 * @param overflow what a full one does; ignored by the unbounded kinds
 * @param keyOf tells messages of the same key for LATEST_BY_KEY
 */
public record MailboxSpec(Kind kind, int capacity, Overflow overflow, Function<Object, Object> keyOf) {
    private static final int MAX_CAPACITY = 1 << 30;
    private static final MailboxSpec UNBOUNDED =
            new MailboxSpec(Kind.INTRUSIVE, MAX_CAPACITY, Overflow.FAIL, message -> message);

    /** Which queue holds the messages. */
    public enum Kind {
        /** The list through the messages that is built into the cell. */
        INTRUSIVE,
        /** JCTools' unbounded linked-array queue, beside the built-in one for comparison. */
        LINKED_ARRAY,
        /** A bounded queue with an overflow policy. */
        BOUNDED
    }

    /** Checks the ranges. */
    public MailboxSpec {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(overflow, "overflow");
        Objects.requireNonNull(keyOf, "keyOf");
        if (capacity < 2 || capacity > MAX_CAPACITY) {
            throw new IllegalArgumentException(
                    "mailbox capacity must be between 2 and " + MAX_CAPACITY + ": capacity=" + capacity);
        }
    }

    /** The default: unbounded, nothing allocated per cell. */
    public static MailboxSpec unbounded() {
        return UNBOUNDED;
    }

    /** Whether this is the inbox built into every cell, which needs no queue of its own. */
    public boolean isBuiltIn() {
        return kind == Kind.INTRUSIVE;
    }

    /** Unbounded, on JCTools' linked-array queue. */
    public static MailboxSpec linkedArray() {
        return new MailboxSpec(Kind.LINKED_ARRAY, MAX_CAPACITY, Overflow.FAIL, message -> message);
    }

    /**
     * A bounded mailbox.
     *
     * @param capacity most waiting messages, 2 to 2^30
     * @param overflow what a full one does; for LATEST_BY_KEY use {@link #latestByKey}
     */
    public static MailboxSpec bounded(int capacity, Overflow overflow) {
        if (overflow == Overflow.LATEST_BY_KEY) {
            throw new IllegalArgumentException(
                    "latest-by-key needs a key function, use latestByKey: overflow=" + overflow);
        }
        return new MailboxSpec(Kind.BOUNDED, capacity, overflow, message -> message);
    }

    /**
     * A mailbox in which a newer message replaces a waiting one of the same key.
     *
     * @param capacity most waiting keys, 2 to 2^30
     * @param keyOf the key of a message (for an actor: of a {@code Call}); any thread
     */
    public static MailboxSpec latestByKey(int capacity, Function<Object, Object> keyOf) {
        return new MailboxSpec(Kind.BOUNDED, capacity, Overflow.LATEST_BY_KEY, keyOf);
    }
}
