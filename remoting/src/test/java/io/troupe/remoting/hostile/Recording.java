// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.hostile;

import io.troupe.remoting.Encoding;
import io.troupe.remoting.codec.Codecs;
import io.troupe.remoting.codec.FrameDecoder;
import io.troupe.remoting.codec.RecordingHandles;
import io.troupe.remoting.link.FrameLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A conversation that has taken place, as bytes. */
final class Recording {
    static final FrameLimits WIDE = new FrameLimits(1 << 24, 1000);

    private final Encoding encoding;
    private final byte[] forth;
    private final byte[] back;

    /**
     * Keeps the arrays.
     *
     * @param encoding that was spoken
     * @param forth what the dialler said
     * @param back what the acceptor said
     */
    Recording(Encoding encoding, byte[] forth, byte[] back) {
        this.encoding = encoding;
        this.forth = forth;
        this.back = back;
    }

    Encoding encoding() {
        return encoding;
    }

    /** One side of it, cut into the first line and the frames. */
    List<byte[]> cut(boolean fromDialler) {
        byte[] bytes = fromDialler ? forth : back;
        int at = 0;
        while (bytes[at] != '\n') {
            at++;
        }
        List<byte[]> parts = new ArrayList<>();
        parts.add(Arrays.copyOf(bytes, ++at));
        FrameDecoder decoder = Codecs.of(encoding).decoder(new RecordingHandles(), WIDE);
        while (at < bytes.length) {
            int length = decoder.frameLength(bytes, at, bytes.length);
            if (length < 0) {
                break; // the end came in the middle of a frame
            }
            parts.add(Arrays.copyOfRange(bytes, at, at + length));
            at += length;
        }
        return parts;
    }
}
