// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

import io.troupe.sp.message.SpMessage;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link PipeWriter} has taken and the channel has not: staged bytes, and behind them a message that is not staged as a
 * whole. Large bodies are written from their own buffers. One thread at a time.
 */
final class WriteBacklog {
    private final WriteBatch staging;
    private @Nullable SpMessage current;
    /** Bytes of the current message's body that are staged or written; -1: not even its header. */
    private int currentAt;

    private @Nullable ByteBuffer currentBody;
    private long stagedAt;
    private long lastNanos;

    WriteBacklog(WriteBatch staging) {
        this.staging = staging;
    }

    boolean isEmpty() {
        return staging.isEmpty() && current == null;
    }

    int messages() {
        return staging.messages() + (current == null ? 0 : 1);
    }

    /** Staged ones. */
    int bytes() {
        return staging.bytes();
    }

    /** When the oldest staged bytes came, in the system's nanoseconds. */
    long stagedAt() {
        return stagedAt;
    }

    /** Takes the next message, to be pushed; there must be no other. */
    void take(SpMessage message) {
        current = message;
        currentAt = -1;
    }

    /** As {@link #take}; returns how long before the last one was taken this way or something was written, nanoseconds. */
    long takeAfter(SpMessage message) {
        long now = System.nanoTime();
        long since = now - lastNanos;
        lastNanos = now;
        take(message);
        return since;
    }

    /** Stages or writes the current message if there is one; false: the system takes no more for now. */
    boolean push() throws IOException {
        SpMessage message = current;
        if (message == null) {
            return true;
        }
        int size = message.size();
        boolean large = size >= FrameFormat.LARGE && message.isDirect();
        if (currentAt < 0) {
            int least = staging.headerSize(message) + (size < FrameFormat.LARGE ? size : 0);
            if (staging.space() < least && !write()) {
                return false;
            }
            if (staging.isEmpty()) {
                stagedAt = lastNanos;
            }
            staging.addHeader(message);
            currentAt = 0;
            if (large) {
                currentBody = message.body();
            }
        }
        if (!(large ? writeBody() : stageBody(message, size))) {
            return false;
        }
        current = null;
        currentBody = null;
        message.release();
        return true;
    }

    private boolean stageBody(SpMessage message, int size) throws IOException {
        while (currentAt < size) {
            if (staging.space() == 0 && !write()) {
                return false;
            }
            currentAt += staging.addBody(message, currentAt);
        }
        staging.endMessage();
        return true;
    }

    private boolean writeBody() throws IOException {
        ByteBuffer body = currentBody;
        if (body == null) {
            throw new IllegalStateException("a large body is written from its own buffer");
        }
        boolean all = staging.writeWith(body);
        lastNanos = System.nanoTime();
        return all;
    }

    /** Writes what is staged, and the rest of a large body; false: the system takes no more for now. */
    boolean write() throws IOException {
        if (currentBody != null) {
            return push();
        }
        boolean all = true;
        if (!staging.isEmpty()) {
            all = staging.write();
            lastNanos = System.nanoTime();
        }
        return all;
    }

    /** Lets go of an empty buffer. */
    void giveBack() {
        staging.giveBack();
    }

    /** Releases all; returns how many messages there were. */
    int discard() {
        int dropped = messages();
        SpMessage half = current;
        current = null;
        currentBody = null;
        staging.clear();
        if (half != null) {
            half.release();
        }
        return dropped;
    }
}
