// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport;

import io.troupe.sp.message.SpMessage;

/**
 * The pattern's side of a {@link Pipe}. Called by whichever thread works for the pipe, {@link #onMessage} by one at a
 * time; must not wait.
 */
public interface PipeHandler {
    /**
     * A message has arrived.
     *
     * @return false when there is no room: the pipe keeps it, reads no more, and offers it again after {@link Pipe#resume};
     *     otherwise the message is the handler's
     */
    boolean onMessage(Pipe pipe, SpMessage message);

    /** There may be room again after a refused {@link Pipe#offer}. May come late: when there is none any more, or the pipe is gone. */
    void onWritable(Pipe pipe);

    /**
     * It is over; called once, after everything that arrived was handed over or refused, and what the pipe had taken but could
     * not write was counted as dropped. No message comes after it, and nothing is taken or counted any more.
     */
    void onClosed(Pipe pipe, String reason);
}
