// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.tap;

import io.troupe.remoting.codec.BrokenFrameException;
import io.troupe.remoting.codec.Codec;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.FrameDecoder;
import io.troupe.remoting.codec.Output;
import io.troupe.remoting.link.FrameLimits;
import io.troupe.remoting.value.NoHandles;
import io.troupe.remoting.value.WireException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Cuts one direction into its first line and its frames. After nonsense it says so once and looks away. Guarded by its {@link TapLink}. */
final class TapDirection {
    private static final String MAGIC = "TROUPE/";
    private static final int LONGEST_LINE = 512;
    private static final FrameLimits LARGEST = new FrameLimits(1 << 24, 1000);

    private final TapState shared;
    private final boolean fromDialler;
    private final Show show;
    private final FrameText facts;
    private final Runnable begins;
    private Output waiting = new Output(1024);
    private boolean begun;
    private boolean lost;
    private @Nullable FrameDecoder decoder;

    /** Gets what was understood. */
    interface Show {
        void show(boolean fromDialler, String frame, int bytes, Map<String, @Nullable Object> facts);
    }

    /** Told before the frames of this direction when its first line has been read. */
    TapDirection(TapState shared, boolean fromDialler, Show show, Runnable begins) {
        this.begins = begins;
        this.shared = shared;
        this.fromDialler = fromDialler;
        this.show = show;
        this.facts = new FrameText(shared, fromDialler);
    }

    void add(byte[] bytes, int length) {
        if (!lost) {
            waiting.raw(bytes, 0, length);
            read();
        }
    }

    void read() {
        try {
            int used = begun ? 0 : line();
            if (begun && used > 0) {
                begins.run();
            }
            used = frames(used);
            if (used > 0 && !lost) {
                Output rest = new Output(waiting.size() - used);
                rest.raw(waiting.array(), used, waiting.size() - used);
                waiting = rest;
            }
        } catch (WireException e) {
            giveUp(String.valueOf(e.getMessage()));
        }
    }

    /** Reads the first line; returns its length, 0 if it has not come as a whole. */
    private int line() {
        int end = 0;
        while (end < waiting.size() && waiting.array()[end] != '\n') {
            end++;
        }
        String text = new String(waiting.array(), 0, Math.min(end, LONGEST_LINE), StandardCharsets.ISO_8859_1);
        int known = Math.min(text.length(), MAGIC.length());
        if (!text.substring(0, known).equals(MAGIC.substring(0, known)) || end >= LONGEST_LINE) {
            giveUp("a link must begin with " + MAGIC);
            return 0;
        }
        if (end == waiting.size()) {
            return 0;
        }
        begun = true;
        show.show(fromDialler, "preamble", end + 1, Map.of("text", text.strip()));
        String rest = text.substring(text.indexOf(' ') + 1).strip();
        if (!fromDialler && !shared.chosen(rest)) {
            giveUp("no frames follow, or in a codec that is not known");
        }
        return end + 1;
    }

    private int frames(int from) {
        int at = from;
        Codec codec = shared.codec();
        if (!begun || lost || codec == null) {
            return at;
        }
        if (decoder == null) {
            decoder = codec.decoder(new NoHandles("a tap must only look at frames"), LARGEST);
        }
        while (at < waiting.size()) {
            int length = decoder.frameLength(waiting.array(), at, waiting.size());
            if (length < 0) {
                break;
            }
            frame(decoder, at, length);
            at += length;
        }
        return at;
    }

    private void frame(FrameDecoder frames, int at, int length) {
        try {
            Frame frame = frames.decode(waiting.array(), at, at + length);
            show.show(fromDialler, frame.type().text(), length, facts.of(frame));
        } catch (BrokenFrameException e) {
            show.show(fromDialler, "broken", length, Map.of("text", String.valueOf(e.getMessage())));
        }
    }

    private void giveUp(String why) {
        lost = true;
        waiting = new Output(0);
        show.show(fromDialler, "unreadable", 0, Map.of("text", why));
    }
}
