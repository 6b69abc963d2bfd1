// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.mailbox.Overflow;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Where the messages of a cell wait if not in its built-in unbounded inbox. Many threads offer, one at a time polls.
 * A bound is a bound: never more than {@link #capacity()} messages wait.
 */
public interface Mailbox {
    /**
     * Adds a message. Any thread; never blocks on a consumer.
     *
     * @param message in no queue
     * @return ACCEPTED, FULL or DROPPED, by the policy
     */
    Offer offer(Message message);

    /**
     * Tells that the next message of the calling sender will wait for room outside. What it has sent before must not be
     * overtaken: a mailbox of a simulation lets it arrive, all others have it already. Any thread.
     */
    default void senderWaits() {}

    /**
     * Adds a message whose sender has waited for room. Any thread; never blocks on a consumer.
     *
     * @param message in no queue
     * @return ACCEPTED, FULL or DROPPED, by the policy
     */
    default Offer admit(Message message) {
        return offer(message);
    }

    /**
     * Offers a callback that another actor may have brought about. A mailbox of a simulation keeps it for a while, as a message
     * under way, and {@linkplain Cell#signal signals} it later; all others let it pass. Any thread.
     *
     * @param cell with this mailbox
     * @param callback in no queue
     * @return whether the mailbox has it; false: the caller signals it now
     */
    default boolean delays(Cell cell, Message callback) {
        return false;
    }

    /**
     * Offers the answer to the message that was polled last, which is ready. A mailbox of a simulation keeps it for a while, so that
     * the caller's deadline may pass before it arrives; all others let it pass. In the turn.
     *
     * @param settle gives the answer
     * @return whether the mailbox has it; false: the caller runs it now
     */
    default boolean delaysAnswer(Runnable settle) {
        return false;
    }

    /** Takes the oldest message, or null. One thread at a time. */
    @Nullable
    Message poll();

    /** Messages waiting, those included that a simulation still has under way; O(1). Any thread; racy. */
    int size();

    /** Whether nothing waits to be polled. Any thread; false at the latest once an offer has returned, unless it is under way. */
    default boolean isEmpty() {
        return size() == 0;
    }

    /** Most messages that may wait; Integer.MAX_VALUE when unbounded. */
    int capacity();

    /** What happens when it is full. */
    Overflow overflow();

    /** Those that wait for room, or null if this mailbox is never FULL. */
    default @Nullable RoomWaiters waiters() {
        return null;
    }

    /**
     * Asks to be told once when there is room again, or when the mailbox closes. Any thread.
     *
     * @param wake runs on the thread that makes room, or at once if there is room; must be quick
     * @return takes the request back; any thread, also after it was told
     */
    default Runnable whenRoom(Runnable wake) {
        RoomWaiters waiters = waiters();
        if (waiters != null) {
            return waiters.add(wake);
        }
        wake.run();
        return () -> {};
    }

    /** Told when the cell has ended, before what is left is polled: nobody may go on waiting for room. Any thread. */
    default void close() {}

    /**
     * Makes the mailbox of one cell.
     *
     * @param spec which kind
     * @param displaced gets the messages that a policy removes; runs on the offering thread
     * @return null for the inbox that is built into every cell
     */
    static @Nullable Mailbox of(MailboxSpec spec, Consumer<Message> displaced) {
        return switch (spec.kind()) {
            case INTRUSIVE -> null;
            case LINKED_ARRAY -> new LinkedArrayMailbox();
            case BOUNDED ->
                switch (spec.overflow()) {
                    case PACE, FAIL, DROP_NEWEST -> new BoundedMailbox(spec.capacity(), spec.overflow());
                    case DROP_OLDEST -> new EvictingMailbox(spec.capacity(), displaced);
                    case LATEST_BY_KEY -> new LatestMailbox(spec.capacity(), spec.keyOf(), displaced);
                };
        };
    }
}
