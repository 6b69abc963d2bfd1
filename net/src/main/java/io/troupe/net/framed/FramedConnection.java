// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.framed;

import io.troupe.net.transport.Connection;
import io.troupe.net.transport.ConnectionListener;
import java.nio.ByteBuffer;
import java.security.cert.X509Certificate;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One connection that carries frames, made by {@link FramedTransport}. Any thread may call any method, and none waits;
 * its {@link FrameHandler} is called on the loop.
 *
 * <p>Invariants of sending: {@code awake} is set whenever a run of {@link #write} is due, and a run clears it before it
 * looks into the queue. {@code refused} is set before a last try to reserve and read after room has been made, so one
 * sees the other.
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
    /** Bytes of the frame that has come in part, with its length. */
    private int part;

    private @Nullable String failure;

    FramedConnection(FrameHandler handler, FramedConfig config) {
        this.handler = handler;
        this.config = config;
    }

    ConnectionListener listener() {
        return new FrameReader();
    }

    private Connection connection() {
        Connection open = connection;
        if (open == null) {
            throw new IllegalStateException("a connection must be open before it is used");
        }
        return open;
    }

    /**
     * {@return the other end, for people: {@code 127.0.0.1:7000}, or an address; with TLS also the subject of the
     * peer's certificate}
     */
    public String peer() {
        return connection().peer();
    }

    /** {@return whether the bytes are encrypted and the peer has shown a certificate} */
    public boolean isSecure() {
        return connection().isSecure();
    }

    /** {@return the certificate that the peer has shown, or null without TLS} */
    public @Nullable X509Certificate certificate() {
        return connection().certificate();
    }

    /**
     * Sends a frame behind those that were sent before. Never waits. Frames of one thread leave in the order of its
     * calls.
     *
     * @param frame the bytes of the frame without their length; may be empty. Belongs to the connection once it is
     *     {@link FrameAcceptance#QUEUED}, and must not be changed then
     * @return whether the connection has taken the frame
     * @throws IllegalArgumentException if the frame is longer than {@link FramedConfig#maxFrameBytes}
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

    /**
     * {@return bytes of frames that were sent and wait here, with their lengths; a snapshot, without meaning once the
     * connection is closed}
     */
    public long queuedBytes() {
        return queued.get();
    }

    /**
     * {@return bytes of frames that were sent and have not left this process, with their lengths: those in the queue, and
     * those that the transport has} {@link FrameHandler#onSent} tells when they have become few. On the loop only.
     */
    public long unsentBytes() {
        return queued.get() + connection().unsent();
    }

    /**
     * {@return the loop that calls the handler, for example as the
     * {@linkplain io.troupe.dispatch.Dispatchers#executor dispatcher} of the actor behind this connection, which then needs no
     * other thread to answer} Tasks must not block. It takes them also after the end of the connection; once the transport has
     * closed it throws {@link java.util.concurrent.RejectedExecutionException}, so actors are ended before.
     */
    public Executor loop() {
        return connection().loop();
    }

    /**
     * Stops reading, or goes on. While reading is off the network slows the other side down. If that closes in order
     * meanwhile, its frames come when reading goes on, and the end comes after them. A stop within {@link
     * FrameHandler#onFrame} holds from the next frame on; a stop from another thread may still be followed by frames
     * that the loop delivers just now.
     *
     * @param on false stops, true goes on; a connection begins with true
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

    /**
     * Closes in order: takes no more frames, and ends when those before have left, after a few seconds at the latest.
     * Frames that still come in are dropped. Closing twice is harmless.
     */
    public void close() {
        closed = true;
        connection().execute(() -> {
            for (byte[] frame = next(); frame != null; frame = next()) {
                put(frame);
            }
            connection().close();
        });
    }

    /** Closes at once. Frames that wait are dropped, in both directions. */
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
        if (open.isWritable()) {
            handler.onSent();
        }
    }

    /** Takes a frame out of the queue, or returns null. */
    private byte @Nullable [] next() {
        byte[] frame = queue.poll();
        if (frame != null) {
            queued.addAndGet(-HEADER - frame.length);
        }
        return frame;
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

    /** Cuts the bytes of the connection below into frames. */
    private final class FrameReader implements ConnectionListener {
        @Override
        public void onOpen(Connection opened) {
            connection = opened;
            handler.onOpen(FramedConnection.this);
        }

        @Override
        public int onBytes(byte[] bytes, int from, int to) {
            ByteBuffer all = ByteBuffer.wrap(bytes, from, to - from);
            part = 0;
            while (!paused && !closed && all.remaining() >= HEADER) {
                int size = all.getInt(all.position());
                if (size < 0 || size > config.maxFrameBytes()) {
                    failure = "a frame must not be longer than the limit: bytes=" + Integer.toUnsignedString(size)
                            + ", maxFrameBytes=" + config.maxFrameBytes();
                    abort();
                } else if (all.remaining() - HEADER < size) {
                    part = all.remaining();
                    if (!handler.onPart(size, all.remaining() - HEADER)) {
                        read(false);
                    }
                    break;
                } else {
                    int begin = all.position() + HEADER;
                    all.position(begin + size);
                    handler.onFrame(ByteBuffer.wrap(bytes, begin, size).slice().asReadOnlyBuffer());
                }
            }
            if (all.remaining() < HEADER) {
                part = all.remaining();
            }
            return all.position() - from;
        }

        @Override
        public void onWritable() {
            write();
        }

        @Override
        public boolean onInputEnd() {
            noteCutFrame();
            if (!handler.onInputEnd()) {
                close();
            }
            return true;
        }

        @Override
        public void onClose(@Nullable String cause) {
            if (cause == null) {
                noteCutFrame();
            }
            closed = true;
            while (next() != null) {
                // nothing leaves any more
            }
            String own = failure;
            handler.onClose(own == null ? cause : own);
        }

        private void noteCutFrame() {
            if (part > 0 && !closed) {
                failure = "the connection has ended within a frame: bytes=" + part;
            }
        }
    }
}
