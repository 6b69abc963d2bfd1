// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.raw;

import io.troupe.bench.sp.stack.Job;
import io.troupe.bench.sp.stack.Transport;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * A connection with frames of one length: eight bytes of length and the payload. Several threads may send batches; everything
 * else belongs to one.
 */
final class Stream {
    private static final int LENGTH = Long.BYTES;
    private static final int BATCH = 128 * 1024;
    private static final int READ = 64 * 1024;

    private final SocketChannel channel;
    private final int frame;
    private final boolean spin;
    private final ByteBuffer batch;
    private final ByteBuffer single;
    private final ByteBuffer input;
    /** Bytes of a frame that has not arrived completely. */
    private int position;

    Stream(SocketChannel channel, Job job, boolean spin) throws IOException {
        this.channel = channel;
        this.spin = spin;
        frame = LENGTH + job.bytes();
        batch = frames(job.bytes(), Math.max(1, BATCH / frame));
        single = frames(job.bytes(), 1);
        input = ByteBuffer.allocateDirect(READ);
        if (job.transport() == Transport.TCP) {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        }
        channel.configureBlocking(!spin);
    }

    static Stream dial(Job job, boolean spin) throws IOException {
        SocketChannel channel = job.transport() == Transport.IPC
                ? SocketChannel.open(StandardProtocolFamily.UNIX)
                : SocketChannel.open();
        channel.connect(job.socketAddress());
        return new Stream(channel, job, spin);
    }

    /** Batches of several threads must not mix. */
    synchronized void sendBatch() throws IOException {
        write(batch);
    }

    /** Reads once or until a frame is complete; how many were completed. */
    long receive() throws IOException {
        int at = position;
        while (at < frame) {
            input.clear();
            int got = channel.read(input);
            if (got < 0) {
                throw new EOFException("peer must not close before the window ends: frame=" + frame);
            }
            int start = at == 0 ? 0 : frame - at; // where the next frame begins in this piece
            if (start + LENGTH <= got && input.getLong(start) != frame - LENGTH) {
                throw new IOException("length must be that of every frame: length=" + input.getLong(start)
                        + ", expected=" + (frame - LENGTH));
            }
            at += got;
        }
        position = at % frame;
        return at / frame;
    }

    void ask() throws IOException {
        write(single);
        single.clear();
        while (single.hasRemaining()) {
            if (channel.read(single) < 0) {
                throw new EOFException("peer must not close before the window ends: frame=" + frame);
            }
            pause();
        }
    }

    void replyForEver() {
        try {
            while (true) {
                single.clear();
                while (single.hasRemaining()) {
                    if (channel.read(single) < 0) {
                        return; // the requester is done
                    }
                    pause();
                }
                write(single);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("reply must reach the requester", e);
        }
    }

    private void write(ByteBuffer buffer) throws IOException {
        buffer.clear();
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }

    private void pause() {
        if (spin) {
            Thread.onSpinWait();
        }
    }

    private static ByteBuffer frames(int bytes, int count) {
        ByteBuffer frames = ByteBuffer.allocateDirect(count * (LENGTH + bytes));
        for (int i = 0; i < count; i++) {
            frames.putLong(i * (LENGTH + bytes), bytes);
        }
        return frames;
    }
}
