// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.framed;

import io.troupe.testkit.Await;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Remembers what it is told. */
class RecordingHandler implements FrameHandler {
    static final Duration LIMIT = Duration.ofSeconds(20);

    final List<byte[]> frames = new CopyOnWriteArrayList<>();
    final List<String> closes = new CopyOnWriteArrayList<>();
    /** What had not left, whenever it was told that few bytes wait. */
    final List<Long> sents = new CopyOnWriteArrayList<>();

    /** For handlers that count how often they were told that the other side sends no more. */
    final AtomicInteger ends = new AtomicInteger();

    final AtomicInteger writables = new AtomicInteger();
    private final AtomicReference<FramedConnection> open = new AtomicReference<>();

    @Override
    public void onOpen(FramedConnection connection) {
        open.set(connection);
    }

    @Override
    public void onFrame(ByteBuffer frame) {
        byte[] copy = new byte[frame.remaining()];
        frame.get(copy);
        frames.add(copy);
    }

    @Override
    public void onWritable() {
        writables.incrementAndGet();
    }

    @Override
    public void onSent() {
        sents.add(connection().unsentBytes());
    }

    @Override
    public void onClose(@Nullable String cause) {
        closes.add(String.valueOf(cause));
    }

    FramedConnection connection() {
        Await.until("it is open", LIMIT, () -> open.get() != null);
        return open.get();
    }

    String closed() {
        Await.until("it is closed", LIMIT, () -> !closes.isEmpty());
        return closes.get(0);
    }

    void awaitFrames(int count) {
        Await.until("frames=" + count, LIMIT, () -> frames.size() >= count);
    }
}
