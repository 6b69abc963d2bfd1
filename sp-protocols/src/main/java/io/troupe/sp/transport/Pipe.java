// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.PeerInfo;

/**
 * One connection as a socket sees it: messages in, messages out, both without waiting. Transports implement it. Any thread may
 * call its methods, and none may wait. The {@link PipeHandler} hears of messages, of room and of the end.
 */
public interface Pipe {
    /** {@return the number of this pipe, 1 to 2^31 − 1, which no other open pipe of this process has; see {@link PipeIds#next}} */
    int id();

    /** {@return the peer at the other end} */
    PeerInfo peer();

    /**
     * Takes a message, header and body, to be written, if there is room. Messages are written in the order of the offers.
     *
     * @param message belongs to the pipe if this returns true
     * @return false when there is no room, and {@link PipeHandler#onWritable} follows; or when the pipe is closed, and {@link
     *     PipeHandler#onClosed} follows or was called
     */
    boolean offer(SpMessage message);

    /** {@return whether the pipe has room for an {@link #offer} now} Another thread may fill it at once. */
    boolean isWritable();

    /** Writes messages that were held back to be written together. A thread calls it before it waits. */
    void flush();

    /**
     * Reads on the calling thread, and hands messages that have arrived to the handler. A waiting thread saves the way over
     * another thread by it. A transport that gains nothing by it does nothing.
     *
     * @return whether a message was handed over
     */
    boolean poll();

    /**
     * Makes sure that messages are noticed without {@link #poll}. A thread calls it before it sleeps. It is cheap when nothing
     * is to be done.
     */
    void watch();

    /**
     * Goes on reading after the handler refused a message; harmless otherwise. The call may come before
     * {@link PipeHandler#onMessage} has returned false, and must not be missed then.
     */
    void resume();

    /** {@return how many messages the pipe has taken and not written yet} */
    int pending();

    /**
     * Closes the pipe at once, and drops pending messages. {@link PipeHandler#onClosed} is called once, on this or another thread.
     *
     * @param reason why, in words, for the handler
     */
    void close(String reason);

    /**
     * Closes the pipe so that nothing is lost: takes no more messages, writes the pending ones, then closes with the peer (TCP:
     * half-close, then the end of the peer). Returns at once; {@link #close} may cut it short.
     *
     * @param reason why, in words, for the handler
     */
    void closeGently(String reason);
}
