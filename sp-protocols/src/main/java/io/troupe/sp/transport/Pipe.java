// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.PeerInfo;

/**
 * One connection as a pattern sees it: messages in, messages out, both without waiting. Transports implement it, all
 * methods may be called by any thread. What arrives, room and the end are told to the {@link PipeHandler}.
 */
public interface Pipe {
    /** Its number: 31 bits, not 0, not used by another pipe of this process. */
    int id();

    /** Who is on the other side. */
    PeerInfo peer();

    /**
     * Takes the message (header and body) to be written, in order, if there is room; from then on it is the pipe's.
     *
     * @return false when there is no room: {@link PipeHandler#onWritable} follows; or when the pipe is closed:
     *     {@link PipeHandler#onClosed} follows or was called
     */
    boolean offer(SpMessage message);

    /** Whether an {@link #offer} would be taken now. */
    boolean isWritable();

    /** Writes what has been held back to be written together; a thread calls it before it waits. */
    void flush();

    /**
     * Looks for arrived messages on the calling thread and hands them to the handler; saves a waiting thread the way over
     * another one. Does nothing where that makes no sense.
     *
     * @return whether something was handed over
     */
    boolean poll();

    /**
     * Makes sure that arriving messages are noticed without {@link #poll}; a thread calls it before it sleeps. Cheap when it
     * is so already.
     */
    void watch();

    /**
     * Goes on reading after the handler refused a message; harmless otherwise. It may come before {@link
     * PipeHandler#onMessage} has returned false, and must not be missed then.
     */
    void resume();

    /** Messages that are yet to be written. */
    int pending();

    /**
     * Closes it at once; what is pending is dropped. {@link PipeHandler#onClosed} is called once, on this or another thread.
     *
     * @param reason in words, for the handler
     */
    void close(String reason);

    /**
     * Takes no more messages, writes what is pending, says goodbye in a way that loses nothing (TCP: half-close, then wait for
     * the peer), then closes. {@link #close} may cut it short.
     */
    void closeGently(String reason);
}
