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
            return FrameParser.frame(fields, new PayloadSource(format, exchange, limits.maxDepth(), bytes));
        } catch (IOException | RuntimeException e) { // whatever a parser does with hostile bytes
            throw new BrokenFrameException(fields.streamOrZero(), JsonProblems.text("a frame must make sense", e), e);
        }
    }
}
