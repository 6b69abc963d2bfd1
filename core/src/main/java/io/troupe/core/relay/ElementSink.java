// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.relay;

import org.jspecify.annotations.Nullable;

/**
 * One remote end that sends to a channel of this process. One thread at a time; changes of its demand come from any thread, by the
 * action that it was made with.
 */
public interface ElementSink {
    /** A demand without a number: as many as there is room for. */
    int MANY = Integer.MAX_VALUE;

    /** Elements that somebody waits for now; {@link #MANY}: the channel has a buffer, or somebody receives all of them. */
    int demand();

    /** Whether what has come stays when nothing more is wanted. Always the same. */
    default boolean keeps() {
        return false;
    }

    /** Whether nobody will ever receive from it again: what has come and nobody has is taken back. */
    default boolean isAbandoned() {
        return false;
    }

    /**
     * Puts an element in, behind those that wait.
     *
     * @param element not null
     * @param onTaken runs once when a receiver has it or the buffer has room for it, perhaps before this method returns, on any
     *     thread
     * @return by which it can be taken back; null: the channel takes no more elements
     */
    @Nullable
    Object put(Object element, Runnable onTaken);

    /**
     * Takes an element back.
     *
     * @param ticket from {@link #put}
     * @return false: it has been taken, and the action has run or will run
     */
    boolean takeBack(Object ticket);

    /** Whether the channel takes no more elements. */
    boolean isClosed();

    /**
     * Ends the channel behind what is in it.
     *
     * @param cause what receivers get; or null
     */
    void end(@Nullable Throwable cause);

    /** The remote end is gone. Returns whether it was the last one that sent to this channel. */
    boolean detach();
}
