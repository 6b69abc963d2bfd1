// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import io.troupe.remoting.link.FrameLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Each frame behind its length. */
final class CborFormat extends JacksonFormat {
    private static final int PREFIX = 4;

    /**
     * How much longer JSON may be than CBOR. Short escapes and numbers stay below; what CBOR's references to earlier strings
     * can be blown up to does not.
     */
    private static final int MAX_GROWTH = 8;

    private final CBORFactory factory;
    private final FrameLimits limits;

    CborFormat(FrameLimits limits) {
        super(limits);
        this.limits = limits;
        factory = CBORFactory.builder()
                .streamReadConstraints(readConstraints(limits))
                .streamWriteConstraints(writeConstraints(limits))
                .build();
    }

    @Override
    JsonFactory factory() {
        return factory;
    }

    @Override
    boolean isTextual() {
        return false;
    }

    @Override
    int prefix() {
        return PREFIX;
    }

    @Override
    int suffix() {
        return 0;
    }

    @Override
    void begin(Output out) {
        out.i32(0);
    }

    @Override
    void end(Output out, int start) {
        out.i32At(start, out.size() - start - PREFIX);
    }

    @Override
    int frameLength(byte[] bytes, int from, int to) {
        if (to - from < PREFIX) {
            return -1;
        }
        long body = 0;
        for (int i = 0; i < PREFIX; i++) {
            body = (body << 8) | (bytes[from + i] & 0xFF);
        }
        long whole = PREFIX + body;
        if (whole > maxFrameBytes()) {
            throw tooLarge(whole);
        }
        return to - from < whole ? -1 : (int) whole;
    }

    @Override
    String toJson(byte[] bytes, int from, int to) throws IOException {
        int most = (to - from + 64) * MAX_GROWTH;
        Output text = new Output(to - from);
        JsonFactory json = new JsonFormat(limits).factory();
        try (JsonParser parser = factory.createParser(bytes, from, to - from);
                JsonGenerator generator = json.createGenerator(new FrameSink().over(text, most, most))) {
            while (parser.nextToken() != null) {
                copy(parser, generator);
            }
        }
        return new String(text.array(), 0, text.size(), StandardCharsets.UTF_8);
    }

    private static void copy(JsonParser parser, JsonGenerator generator) throws IOException {
        if (parser.currentToken() == JsonToken.VALUE_EMBEDDED_OBJECT) {
            generator.writeBinary(parser.getBinaryValue());
        } else {
            generator.copyCurrentEvent(parser);
        }
    }
}
