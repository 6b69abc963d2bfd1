// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.relay;

import org.jspecify.annotations.Nullable;

/**
 * One remote end that receives from a channel of this process. One thread at a time; what makes it ready comes from any thread, by
 * the action that it was made with.
 */
public interface ElementSource {
    /** So many more elements will be polled, unless {@link #rest} comes before. Before they are. */
    default void wants(long count) {}

    /** The next element; null: there is none, and the action will run when there may be one. */
    @Nullable
    Object poll();

    /** Whether no element will come any more. Has no effect. */
    boolean isEnded();

    /** The failure by which the channel has ended, or null. */
    @Nullable
    Throwable failure();

    /** Waits for elements no more, until the next {@link #poll}. */
    void rest();

    /** An element that was polled is the oldest of the channel again. In the reverse order of polling. */
    void giveBack(Object element);

    /** Nobody knows, or nobody has received, an element that was polled: it is undelivered. */
    void lost(Object element);

    /** Ends the channel for senders, too: those that wait get their elements back. */
    void shut(@Nullable Throwable cause);

    /** The remote end is gone. Returns whether it was the last one that received from this channel. */
    boolean detach();
}
