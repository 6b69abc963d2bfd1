// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.dispatch.cell.Message;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.value.WireException;
import org.jspecify.annotations.Nullable;

/** What the session makes of messages: the port of the writer to it. */
interface FrameFactory {
    /**
     * The frame for a message. On the loop, in the order of sending.
     *
     * @param cell the message was put to
     * @return null: nothing is to be sent any more
     * @throws WireException if it cannot be sent; {@link #notSent} will be told
     */
    @Nullable
    Frame frame(OutCell cell, Message message);

    /** Whether the frame encoded last hands over a promise or callback: nothing may overtake it. On the loop. */
    boolean handsOver();

    /**
     * A message has been encoded: nobody needs its values here any more. On the loop.
     *
     * @param bytes of its frame
     */
    void sent(Message message, int bytes);

    /**
     * A message, for which there was a frame or not, cannot be encoded. On the loop.
     *
     * @param cause says why
     */
    void notSent(OutCell cell, Message message, WireException cause);

    /**
     * What is to be done if a message that has been encoded does not leave as a whole before the link ends. On the loop.
     *
     * @return must not hold the values of the message
     */
    Runnable ifLost(OutCell cell, Message message);

    /** A message will not be sent because the link has ended. Any thread. */
    void lost(OutCell cell, Message message);
}
