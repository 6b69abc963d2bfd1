// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport;

import io.troupe.sp.message.SpMessage;

/**
 * The socket's side of a {@link Pipe}: takes messages, and hears of room and of the end. Any thread that works for the pipe
 * calls it, but {@link #onMessage} only one at a time. It must not wait.
 */
public interface PipeHandler {
    /**
     * A message has arrived. Messages come in the order in which the peer sent them.
     *
     * @param pipe the pipe it came through
     * @param message belongs to the handler if this returns true
     * @return false when there is no room: the pipe keeps the message, reads no more, and offers it again after {@link Pipe#resume}
     */
    boolean onMessage(Pipe pipe, SpMessage message);

    /**
     * There may be room again after a refused {@link Pipe#offer}. This may come late, when there is no room any more or the
     * pipe is gone.
     *
     * @param pipe the pipe that refused
     */
    void onWritable(Pipe pipe);

    /**
     * The pipe has ended; called once. Before it, all that arrived was handed over or refused, and all that the pipe had taken
     * but could not write was counted as dropped. After it no message comes, and the pipe takes and counts nothing.
     *
     * @param pipe the pipe that has ended
     * @param reason why, in words
     */
    void onClosed(Pipe pipe, String reason);
}
