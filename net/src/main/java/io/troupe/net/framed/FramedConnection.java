// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.framed;

import io.troupe.net.transport.Connection;
import io.troupe.net.transport.ConnectionListener;
import java.nio.ByteBuffer;
import java.security.cert.X509Certificate;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One connection that carries frames. Any thread sends, stops reading and closes; its handler is called on the loop.
 *
 * <p>Invariants of sending: {@code awake} is set whenever a run of {@link #write} is due, and a run clears it before it looks into the
 * queue. {@code refused} is set before a last try to reserve and read after room has been made, so one sees the other.
 */
public final class FramedConnection {
    private static final int HEADER = FramedConfig.HEADER;

    private final FrameHandler handler;
    private final FramedConfig config;
    private final Queue<byte[]> queue = new ConcurrentLinkedQueue<>();
    /** Bytes in the queue, with their lengths. */
    private final AtomicLong queued = new AtomicLong();

    private final AtomicBoolean awake = new AtomicBoolean();
    private volatile boolean refused;
    private volatile boolean closed;
    /** Set on the loop before anybody else sees this object. */
    private @Nullable Connection connection;

    // ---- loop only
    private final byte[] header = new byte[HEADER];
    private boolean paused;
    private @Nullable String failure;

    FramedConnection(FrameHandler handler, FramedConfig config) {
        this.handler = handler;
        this.config = config;
    }

    ConnectionListener listener() {
        return new Listener();
    }

    private Connection connection() {
        Connection open = connection;
        if (open == null) {
            throw new IllegalStateException("a connection must be open before it is used");
        }
        return open;
    }

    /** The other end, for people: {@code 127.0.0.1:7000}, a path, or a name; with TLS also the peer's certificate subject. */
    public String peer() {
        return connection().peer();
    }

    /** Whether the bytes are encrypted and the peer has shown a certificate. */
    public boolean isSecure() {
        return connection().isSecure();
    }

    /** The certificate that the peer has shown; null without TLS. */
    public @Nullable X509Certificate certificate() {
        return connection().certificate();
    }

    /**
     * Sends a frame, after those that were sent before. Never waits.
     *
     * @param frame not to be changed any more once it is QUEUED
     * @return what became of it
     * @throws IllegalArgumentException if it is longer than the longest frame
     */
    public FrameAcceptance send(byte[] frame) {
        if (frame.length > config.maxFrameBytes()) {
            throw new IllegalArgumentException("a frame must not be longer than the limit: bytes=" + frame.length
                    + ", maxFrameBytes=" + config.maxFrameBytes());
        }
        if (closed) {
            return FrameAcceptance.CLOSED;
        }
        if (!isReserved(frame.length)) {
            refused = true;
            if (!isReserved(frame.length)) {
                return closed ? FrameAcceptance.CLOSED : FrameAcceptance.FULL;
            }
        }
        queue.add(frame);
        if (!awake.getAndSet(true)) {
            connection().execute(this::write);
        }
        return FrameAcceptance.QUEUED;
    }

    private boolean isReserved(int bytes) {
        long before;
        do {
            before = queued.get();
            if (before + HEADER + bytes > config.maxQueuedBytes()) {
                return false;
            }
        } while (!queued.compareAndSet(before, before + HEADER + bytes));
        return true;
    }

    /** Bytes of frames that were sent and wait here, with their lengths. */
    public long queuedBytes() {
        return queued.get();
    }

    /**
     * Stops and goes on reading. After a stop within {@link FrameHandler#onFrame} no further frame is delivered, from elsewhere at most
     * those that are being delivered just now.
     */
    public void reading(boolean on) {
        Connection open = connection();
        if (open.inLoop()) {
            read(on);
        } else {
            open.execute(() -> read(on));
        }
    }

    private void read(boolean on) {
        paused = !on;
        connection().reading(on);
    }

    /** Takes no more frames, and closes when those before have left, at the latest after a few seconds; what still comes is dropped. */
    public void close() {
        closed = true;
        connection().execute(() -> {
            for (byte[] frame = queue.poll(); frame != null; frame = queue.poll()) {
                put(frame);
            }
            connection().close();
        });
    }

    /** Closes at once; what waits is dropped. */
    public void abort() {
        closed = true;
        connection().abort();
    }

    /** Hands over what the transport has room for. */
    private void write() {
        awake.set(false);
        Connection open = connection();
        long written = 0;
        byte[] frame = null;
        while (open.isWritable() && (frame = queue.poll()) != null) {
            put(frame);
            written += HEADER + frame.length;
        }
        if (written > 0) {
            open.flush();
            long left = queued.addAndGet(-written);
            if (refused && left <= config.maxQueuedBytes() / 2) {
                refused = false;
                handler.onWritable();
            }
        }
    }

    private void put(byte[] frame) {
        ByteBuffer.wrap(header).putInt(0, frame.length);
        connection().write(header, 0, HEADER);
        connection().write(frame, 0, frame.length);
    }

    @Override
    public String toString() {
        Connection open = connection;
        return "FramedConnection[" + (open == null ? "not open" : open.peer()) + "]";
    }

    /** What the connection below is told to. */
    private final class Listener implements ConnectionListener {
        @Override
        public void onOpen(Connection opened) {
            connection = opened;
            handler.onOpen(FramedConnection.this);
        }

        @Override
        public int onBytes(byte[] bytes, int from, int to) {
            ByteBuffer all = ByteBuffer.wrap(bytes, from, to - from);
            while (!paused && !closed && all.remaining() >= HEADER) {
                int size = all.getInt(all.position());
                if (size < 0 || size > config.maxFrameBytes()) {
                    failure = "a frame must not be longer than the limit: bytes=" + Integer.toUnsignedString(size)
                            + ", maxFrameBytes=" + config.maxFrameBytes();
                    abort();
                } else if (all.remaining() - HEADER < size) {
                    break;
                } else {
                    int begin = all.position() + HEADER;
                    all.position(begin + size);
                    handler.onFrame(ByteBuffer.wrap(bytes, begin, size).slice().asReadOnlyBuffer());
                }
            }
            return all.position() - from;
        }

        @Override
        public void onWritable() {
            write();
        }

        @Override
        public void onClose(@Nullable String cause) {
            closed = true;
            queue.clear();
            String own = failure;
            handler.onClose(own == null ? cause : own);
        }
    }
}
