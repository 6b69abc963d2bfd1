// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting;

import io.troupe.remoting.codec.ChunkedBytes;
import io.troupe.remoting.codec.Codec;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.FrameDecoder;
import io.troupe.remoting.codec.FrameEncoder;
import io.troupe.remoting.link.FrameLimits;
import io.troupe.remoting.value.HandleExchange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What a call has passed on its way, and how it came there. Any thread. */
final class CallPath {
    private final List<Step> steps = new ArrayList<>();

    /**
     * A place that was passed.
     *
     * @param what it is
     * @param subject what passed it
     * @param stack of this project's methods, {@code Class.method}, the first called first
     */
    record Step(String what, Object subject, List<String> stack) {}

    /** Adds a step, and how it came to that. */
    void note(String what, Object subject) {
        List<String> stack = new ArrayList<>(StackWalker.getInstance()
                .walk(frames -> frames.filter(frame -> frame.getClassName().startsWith("io.troupe."))
                        .map(CallPath::name)
                        .toList()));
        Collections.reverse(stack);
        Step step = new Step(what, subject, stack);
        synchronized (steps) {
            steps.add(step);
        }
    }

    private static String name(StackWalker.StackFrame frame) {
        String type = frame.getClassName();
        return type.substring(type.lastIndexOf('.') + 1) + "." + frame.getMethodName();
    }

    /** All steps since the last time. */
    List<Step> take() {
        synchronized (steps) {
            List<Step> taken = List.copyOf(steps);
            steps.clear();
            return taken;
        }
    }

    /** The binary encoding; each frame that goes or comes is a step. */
    Codec codec() {
        return new Codec() {
            private final Codec binary = Codec.binary();

            @Override
            public String name() {
                return binary.name();
            }

            @Override
            public FrameEncoder encoder(HandleExchange exchange, FrameLimits limits) {
                FrameEncoder encoder = binary.encoder(exchange, limits);
                return (frame, out) -> {
                    int begin = encoder.encode(frame, out);
                    note("encoded", frame);
                    return begin;
                };
            }

            @Override
            public FrameDecoder decoder(HandleExchange exchange, FrameLimits limits) {
                return noting(binary.decoder(exchange, limits));
            }
        };
    }

    private FrameDecoder noting(FrameDecoder decoder) {
        return new FrameDecoder() {
            @Override
            public int frameLength(byte[] bytes, int from, int to) {
                return decoder.frameLength(bytes, from, to);
            }

            @Override
            public Frame decode(byte[] bytes, int from, int to) {
                Frame frame = decoder.decode(bytes, from, to);
                note("decoded", frame);
                return frame;
            }

            @Override
            public Frame decode(ChunkedBytes bytes) {
                Frame frame = decoder.decode(bytes);
                note("decoded", frame);
                return frame;
            }
        };
    }
}
