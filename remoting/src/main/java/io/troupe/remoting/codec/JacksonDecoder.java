// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import com.fasterxml.jackson.core.JsonParser;
import io.troupe.remoting.link.FrameLimits;
import io.troupe.remoting.value.HandleExchange;
import java.io.IOException;

/** Reads frames: all keys but the payload, of which it notes the range. One thread at a time. */
final class JacksonDecoder implements FrameDecoder {
    private final JacksonFormat format;
    private final HandleExchange exchange;
    private final FrameLimits limits;
    private final FrameFields fields = new FrameFields();

    JacksonDecoder(JacksonFormat format, HandleExchange exchange, FrameLimits limits) {
        this.format = format;
        this.exchange = exchange;
        this.limits = limits;
    }

    @Override
    public int frameLength(byte[] bytes, int from, int to) {
        return format.frameLength(bytes, from, to);
    }

    @Override
    public Frame decode(byte[] bytes, int from, int to) {
        fields.clear();
        int body = Math.min(to, from + format.prefix());
        try (JsonParser parser = format.factory().createParser(bytes, body, to - body)) {
            fields.read(parser, body);
            return FrameParser.frame(fields, new PayloadSource.Whole(format, exchange, limits.maxDepth(), bytes));
        } catch (IOException | RuntimeException e) { // whatever a parser does with hostile bytes
            throw broken(e);
        }
    }

    @Override
    public Frame decode(ChunkedBytes bytes) {
        fields.clear();
        int body = Math.min(bytes.size(), format.prefix());
        try (JsonParser parser = format.factory().createParser(bytes.stream(body, bytes.size(), false))) {
            read(parser, body);
            return FrameParser.frame(fields, new PayloadSource.Chunked(format, exchange, limits.maxDepth(), bytes));
        } catch (IOException | RuntimeException e) {
            throw broken(e);
        }
    }

    /** Reads all keys, or those that were kept. */
    private void read(JsonParser parser, int body) throws IOException {
        try {
            fields.read(parser, body);
        } catch (NoRoomException e) {
            // what is missing is a payload, or a key that the frame will be found not to have
        }
    }

    private BrokenFrameException broken(Exception cause) {
        return new BrokenFrameException(
                fields.streamOrZero(), JsonProblems.text("a frame must make sense", cause), cause);
    }
}
