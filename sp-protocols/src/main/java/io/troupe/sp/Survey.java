// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.SpException;
import org.jspecify.annotations.Nullable;

/** A question to all, open until its time is over. */
interface Survey {
    /** It is open under this number. Called once, before all else, under the pattern's lock. */
    void id(int id);

    /**
     * An answer has come. Any thread, several at a time, maybe even after {@link #onEnd}.
     *
     * @return why it is not wanted, the pattern drops it then; null: it is the survey's own now
     */
    @Nullable
    DropReason onAnswer(SpMessage answer);

    /** No more answers: the time is over (TIMED_OUT), it was given up (CANCELED), or the socket closed. Once. */
    void onEnd(SpException cause);
}
