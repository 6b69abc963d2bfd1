// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import java.io.OutputStream;

/** Lets Jackson append to an {@link Output}, up to a limit. One thread. */
final class FrameSink extends OutputStream {
    private Output out = new Output(0);
    private int limit;
    private int maxFrameBytes;

    /**
     * Appends there from now on.
     *
     * @param end most bytes that it may hold then
     * @param frameBytes the limit that people know
     */
    FrameSink over(Output output, int end, int frameBytes) {
        out = output;
        limit = end;
        maxFrameBytes = frameBytes;
        return this;
    }

    @Override
    public void write(int value) {
        need(1);
        out.u8(value);
    }

    @Override
    public void write(byte[] source, int from, int length) {
        need(length);
        out.raw(source, from, length);
    }

    private void need(int length) {
        if (length > limit - out.size()) {
            throw JacksonFormat.tooLarge(maxFrameBytes + (long) length - (limit - out.size()), maxFrameBytes);
        }
    }
}
