// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.framed;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Told about one framed connection, always on its loop. Must not block. What it throws aborts the connection. */
public interface FrameHandler {
    /**
     * Frames can be sent. Called first, once.
     *
     * @param connection the one that this handler is told about
     */
    void onOpen(FramedConnection connection);

    /**
     * A whole frame has come.
     *
     * @param frame its bytes, without the length; read-only, valid during the call
     */
    void onFrame(ByteBuffer frame);

    /** There is room again after a {@link FramedConnection#send} that was answered with FULL. */
    default void onWritable() {}

    /**
     * It has ended. Called last, once, and only after onOpen.
     *
     * @param cause in words of one sentence without a full stop; null: the other side or this one closed it in order
     */
    void onClose(@Nullable String cause);
}
