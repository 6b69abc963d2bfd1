// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.Pipe;
import org.jspecify.annotations.Nullable;

/**
 * A question that is asked until it is answered. All fields belong to {@link RequestPattern}, guarded by its lock if nothing
 * else is said. While a thread offers it to pipes it is in no list.
 */
abstract class OpenRequest {
    /** Its number, with the highest bit; 0 until the first attempt to send it. */
    int id;
    /** What is to be sent, while it is with the asking thread only; written by that thread. */
    @Nullable
    SpMessage given;
    /** What the pattern holds, to send it later or again; counts as one holder. */
    @Nullable
    SpMessage kept;
    /** Who has it. */
    @Nullable
    Pipe pipe;
    /** When it is sent again. */
    long due;
    /** Whether it went to a pipe before. */
    boolean wasSent;
    /** Answered, failed or given up; never changes back. Read without the lock too. */
    volatile boolean done;

    @Nullable
    RequestList list;

    @Nullable
    OpenRequest before;

    @Nullable
    OpenRequest after;

    OpenRequest(SpMessage message) {
        given = message;
    }

    /** Whether nobody may look for its answer: pipes must notice it themselves. */
    abstract boolean isWatched();

    /** Its answer has come, which is its own now. At most once; not under the lock. */
    abstract void onReply(SpMessage reply);

    /** There will be no answer. At most once, and not after an answer; not under the lock. */
    abstract void onFailure(SpException cause);
}
