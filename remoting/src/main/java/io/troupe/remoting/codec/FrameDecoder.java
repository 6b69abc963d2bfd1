// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

/** Finds and reads the frames of one direction of a link, in the order in which they come. One thread at a time. */
public interface FrameDecoder {
    /**
     * Length of the first frame, prefix or line end included.
     *
     * @return bytes to pass to {@link #decode}; -1 if more bytes are needed to have the whole frame
     * @throws io.troupe.remoting.value.WireException if it declares more than the limit, or has grown beyond it: the link
     *     cannot go on
     */
    int frameLength(byte[] bytes, int from, int to);

    /**
     * Reads one frame. Its payload is read later, while the bytes are still there, and before the next call.
     *
     * @return {@link Frame.Unknown} for a type of a newer version
     * @throws BrokenFrameException if it makes no sense: names the stream it belongs to, if that much could be read. The link
     *     can go on
     * @throws io.troupe.remoting.value.WireException if later frames would make no sense either: the link cannot go on
     */
    Frame decode(byte[] bytes, int from, int to);

    /**
     * The same for a frame that came in pieces. Its payload is read once. If only its beginning was kept, reading the payload throws
     * {@link NoRoomException}.
     *
     * @throws BrokenFrameException if it makes no sense, or so little was kept that one cannot see what it was
     */
    Frame decode(ChunkedBytes bytes);
}
