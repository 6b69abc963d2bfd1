// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

/** Turns the frames of one direction of a link into bytes, in the order in which they are sent. One thread at a time. */
public interface FrameEncoder {
    /**
     * Appends a frame. All or nothing: if it fails, output, dictionaries and tables are as before.
     *
     * @return where in the output the frame begins: in front of it there may be another frame, which must be sent before, while
     *     this one may be sent in pieces between others
     * @throws io.troupe.remoting.value.WireException if a value has no encoding, or the frame is too large
     */
    int encode(Frame frame, Output out);

    /**
     * What the other side has said that it takes. Once, before large frames.
     *
     * @param maxFrameBytes most bytes of a frame, if that is less than the own limit
     * @param pieces from how many bytes on a frame is sent in pieces; 0: never
     */
    default void peer(int maxFrameBytes, int pieces) {}
}
