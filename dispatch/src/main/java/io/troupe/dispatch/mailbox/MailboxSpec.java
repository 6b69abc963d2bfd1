// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.mailbox;

import java.util.Objects;
import java.util.function.Function;

/**
 * The kind of mailbox that an actor gets: how many messages may wait, and what happens when it is full. Immutable; one spec
 * serves any number of actors. Use the factory methods.
 *
 * @param kind which queue holds the messages
 * @param capacity most waiting messages, 2 to 2^30; ignored by the unbounded kinds
 * @param overflow policy of a full mailbox; ignored by the unbounded kinds
 * @param keyOf gives the key of a message for LATEST_BY_KEY; ignored by all other policies
 */
public record MailboxSpec(Kind kind, int capacity, Overflow overflow, Function<Object, Object> keyOf) {
    private static final int MAX_CAPACITY = 1 << 30;
    private static final MailboxSpec UNBOUNDED =
            new MailboxSpec(Kind.INTRUSIVE, MAX_CAPACITY, Overflow.FAIL, message -> message);

    /** The queue that holds the messages. */
    public enum Kind {
        /** The list through the messages that is built into the cell. */
        INTRUSIVE,
        /** JCTools' unbounded linked-array queue, beside the built-in one for comparison. */
        LINKED_ARRAY,
        /** A bounded queue with an overflow policy. */
        BOUNDED
    }

    /**
     * Checks the ranges.
     *
     * @param kind not null
     * @param capacity 2 to 2^30
     * @param overflow not null
     * @param keyOf not null, also where it is ignored
     * @throws IllegalArgumentException if the capacity is out of range
     */
    public MailboxSpec {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(overflow, "overflow");
        Objects.requireNonNull(keyOf, "keyOf");
        if (capacity < 2 || capacity > MAX_CAPACITY) {
            throw new IllegalArgumentException(
                    "mailbox capacity must be between 2 and " + MAX_CAPACITY + ": capacity=" + capacity);
        }
    }

    /** {@return the default: an unbounded mailbox, for which nothing is allocated per actor} */
    public static MailboxSpec unbounded() {
        return UNBOUNDED;
    }

    /** {@return whether this is the inbox built into every actor, which needs no queue of its own} */
    public boolean isBuiltIn() {
        return kind == Kind.INTRUSIVE;
    }

    /** {@return an unbounded mailbox on JCTools' linked-array queue, which allocates an array per 128 messages} */
    public static MailboxSpec linkedArray() {
        return new MailboxSpec(Kind.LINKED_ARRAY, MAX_CAPACITY, Overflow.FAIL, message -> message);
    }

    /**
     * A bounded mailbox.
     *
     * @param capacity most waiting messages, 2 to 2^30
     * @param overflow policy of a full mailbox; for LATEST_BY_KEY use {@link #latestByKey}
     * @return the spec
     * @throws IllegalArgumentException if the capacity is out of range, or the policy needs a key function
     */
    public static MailboxSpec bounded(int capacity, Overflow overflow) {
        if (overflow == Overflow.LATEST_BY_KEY) {
            throw new IllegalArgumentException(
                    "latest-by-key needs a key function, use latestByKey: overflow=" + overflow);
        }
        return new MailboxSpec(Kind.BOUNDED, capacity, overflow, message -> message);
    }

    /**
     * A mailbox in which a newer message replaces a waiting one of the same key, at its place in line.
     *
     * @param capacity most waiting keys, 2 to 2^30
     * @param keyOf gives the key of a message; keys are compared by equals. Runs on the senders' threads. For an actor it is
     *     easier to use {@code ActorOptions.latestByKey}, which gives method and arguments
     * @return the spec
     * @throws IllegalArgumentException if the capacity is out of range
     */
    public static MailboxSpec latestByKey(int capacity, Function<Object, Object> keyOf) {
        return new MailboxSpec(Kind.BOUNDED, capacity, Overflow.LATEST_BY_KEY, keyOf);
    }
}
