// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import io.troupe.remoting.link.FrameLimits;
import java.nio.charset.StandardCharsets;

/** One frame per line. */
final class JsonFormat extends JacksonFormat {
    private final JsonFactory factory;

    /** Bytes of the first frame that are there and hold no line end, so that a frame in many pieces is looked through once. */
    private int scanned;

    /** Whether those are all white space. */
    private boolean blank = true;

    JsonFormat(FrameLimits limits) {
        super(limits);
        factory = new JsonFactoryBuilder()
                .rootValueSeparator((String) null)
                .streamReadConstraints(readConstraints(limits))
                .streamWriteConstraints(writeConstraints(limits))
                .disable(JsonFactory.Feature.CHARSET_DETECTION)
                .build();
    }

    @Override
    JsonFactory factory() {
        return factory;
    }

    @Override
    boolean isTextual() {
        return true;
    }

    @Override
    int prefix() {
        return 0;
    }

    @Override
    int suffix() {
        return 1;
    }

    @Override
    void begin(Output out) {}

    @Override
    void end(Output out, int start) {
        out.u8('\n');
    }

    @Override
    int frameLength(byte[] bytes, int from, int to) {
        if (scanned > to - from) {
            restart();
        }
        int end = Math.min(to, from + maxFrameBytes());
        for (int i = from + scanned; i < end; i++) {
            byte next = bytes[i];
            if (next == '\n' && !blank) {
                restart();
                return i + 1 - from;
            }
            blank &= next == ' ' || next == '\n' || next == '\r' || next == '\t';
        }
        scanned = end - from;
        if (scanned == maxFrameBytes()) {
            restart();
            throw tooLarge((long) to - from);
        }
        return -1;
    }

    private void restart() {
        scanned = 0;
        blank = true;
    }

    @Override
    String toJson(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }
}
