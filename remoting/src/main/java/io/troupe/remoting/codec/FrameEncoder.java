// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import io.troupe.remoting.frame.Frame;
import io.troupe.remoting.wire.Output;

/** Turns the frames of one direction of a link into bytes, in the order in which they are sent. One thread at a time. */
public interface FrameEncoder {
    /**
     * Appends a frame. All or nothing: if it fails, output, dictionaries and tables are as before.
     *
     * @throws io.troupe.remoting.wire.WireException if a value has no encoding, or the frame is too large
     */
    void encode(Frame frame, Output out);
}
