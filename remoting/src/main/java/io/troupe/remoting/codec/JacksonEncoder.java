// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import io.troupe.remoting.link.FrameLimits;
import io.troupe.remoting.value.HandleExchange;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Writes frames. Keeps one generator, with its buffers, for as long as all goes well. One thread at a time. */
final class JacksonEncoder implements FrameEncoder {
    private final JacksonFormat format;
    private final HandleExchange exchange;
    private FrameLimits limits;
    private final FrameSink sink = new FrameSink();
    private final FieldNames names = new FieldNames();
    private @Nullable FrameWriter writer;

    JacksonEncoder(JacksonFormat format, HandleExchange exchange, FrameLimits limits) {
        this.format = format;
        this.exchange = exchange;
        this.limits = limits;
    }

    @Override
    public void peer(int maxFrameBytes, int pieces) {
        limits = new FrameLimits(Math.min(limits.maxFrameBytes(), maxFrameBytes), limits.maxDepth());
    }

    @Override
    public int encode(Frame frame, Output out) {
        int start = out.size();
        boolean done = false;
        exchange.mark();
        try {
            write(frame, out, start);
            done = true;
            return start;
        } catch (IOException | RuntimeException | Error e) {
            throw JsonProblems.wire("a frame must hold only what can be encoded", e);
        } finally {
            if (!done) {
                out.truncate(start);
                exchange.rollback();
                writer = null; // holds half a frame
            }
        }
    }

    private void write(Frame frame, Output out, int start) throws IOException {
        long end = (long) start + limits.maxFrameBytes() - format.suffix();
        sink.over(out, (int) Math.min(Integer.MAX_VALUE, end), limits.maxFrameBytes());
        format.begin(out);
        writer().write(frame);
        format.end(out, start);
    }

    private FrameWriter writer() throws IOException {
        FrameWriter known = writer;
        if (known != null) {
            return known;
        }
        JsonGenerator generator = format.factory().createGenerator(sink);
        FrameWriter made = new FrameWriter(
                generator, new JacksonValueWriter(generator, format, exchange, names, limits.maxDepth()));
        writer = made;
        return made;
    }
}
