// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.framed;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The receiving side of one {@link FramedConnection}, which users implement. All methods run on the loop of the
 * connection, one at a time, and must not block: the loop serves other connections, too. A method that throws aborts
 * the connection.
 */
public interface FrameHandler {
    /**
     * The connection is open: frames can be sent. Called first, once.
     *
     * @param connection the connection of this handler; keep it to send and to close
     */
    void onOpen(FramedConnection connection);

    /**
     * A part of a frame has come: its length, and not yet all of its bytes. Called again whenever more has come, until {@link
     * #onFrame} is. A handler that has no memory for the whole frame says false. Reading is off then until {@link
     * FramedConnection#reading}, which asks again; what has come so far stays in memory. Says true unless overridden.
     *
     * @param size bytes of the whole frame without its length; at most {@link FramedConfig#maxFrameBytes}
     * @param come how many of them have come
     * @return whether to read on
     */
    default boolean onPart(int size, int come) {
        return true;
    }

    /**
     * A whole frame has come, in the order sent.
     *
     * @param frame the bytes of the frame without their length, from position 0; may be empty. Read-only, and valid
     *     during the call only: copy what is needed later
     */
    void onFrame(ByteBuffer frame);

    /**
     * At least half of the queue is free again after a {@link FramedConnection#send} that was answered with {@link
     * FrameAcceptance#FULL}. May come without one, when a sender on another thread has found room just in time. Does
     * nothing unless overridden.
     */
    default void onWritable() {}

    /**
     * No frame waits in the queue any more, and the transport has room: fewer bytes than {@link
     * io.troupe.net.transport.TransportConfig#highMark} have not left. May come more than once for one frame, and once for
     * several. Does nothing unless overridden.
     */
    default void onSent() {}

    /**
     * The other side sends no more, and all its frames were delivered. It may still read, as a program does that shuts down
     * one direction of its socket behind a request, or it may be gone: only sending shows. Called once at most, and only over
     * sockets: within a process both directions end at the same time. Returns false unless overridden.
     *
     * @return whether frames are still to be sent, as answers of actors come later: then this side closes the connection
     *     behind the last of them. False closes it in order, behind the frames that were sent before
     */
    default boolean onInputEnd() {
        return false;
    }

    /**
     * The connection has ended. Called last, once, and only after {@link #onOpen}.
     *
     * @param cause one sentence for people, without a full stop; null if the other side or this one has closed the
     *     connection in order, and not within a frame that came
     */
    void onClose(@Nullable String cause);
}
