// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.sp.perf;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Senders that send as fast as they can, and a receiver that counts. */
final class Throughput {
    private static final double NANOS = 1e9;
    /** Messages between two looks at the clock. */
    private static final int BATCH = 64;

    /** A partner that is silent for so long during a measurement counts as gone. */
    private static final Duration SILENCE = Duration.ofSeconds(10);

    private final int size;
    private final AtomicLong through = new AtomicLong();

    Throughput(int size) {
        this.size = size;
    }

    /** Number of messages so far. For another thread. */
    long through() {
        return through.get();
    }

    /** Starts threads that send until the socket is closed. */
    List<Thread> flood(DuplexSocket socket, int threads) {
        List<Thread> senders = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Thread thread = new Thread(() -> flood(socket), "sp-perf-" + i);
            thread.setDaemon(true);
            thread.start();
            senders.add(thread);
        }
        return senders;
    }

    private void flood(DuplexSocket socket) {
        try {
            while (true) {
                sendOne(socket, size);
            }
        } catch (SpException e) {
            if (e.reason() != SpError.CLOSED) {
                throw e;
            }
        }
    }

    /** Says that it begins, with an empty message, as the tools of nanomsg do; then sends so many. */
    void send(DuplexSocket socket, long count) {
        sendOne(socket, 0);
        for (long sent = 1; sent <= count; sent++) {
            sendOne(socket, size);
            through.lazySet(sent);
        }
    }

    private static void sendOne(DuplexSocket socket, int bytes) {
        SpMessage message = SpMessage.allocate(bytes);
        try {
            socket.send(message);
        } catch (SpException e) {
            message.release();
            throw e;
        }
    }

    /** Receives for a while without counting, then counts for a while. */
    ThroughputResult measure(DuplexSocket socket, String address, int threads, Duration warmUp, Duration time) {
        receive(socket, warmUp.toNanos());
        long start = System.nanoTime();
        long messages = receive(socket, time.toNanos());
        return ThroughputResult.of(address, size, threads, messages, (System.nanoTime() - start) / NANOS);
    }

    private long receive(DuplexSocket socket, long nanos) {
        long start = System.nanoTime();
        long messages = 0;
        while (System.nanoTime() - start < nanos) {
            for (int i = 0; i < BATCH; i++) {
                socket.receive().release();
            }
            messages += BATCH;
            through.lazySet(through.getPlain() + BATCH);
        }
        return messages;
    }

    /** Receives so many; the time begins with an empty message that comes before them. */
    ThroughputResult receive(DuplexSocket socket, String address, long count) {
        try (SpMessage begin = socket.receive()) {
            if (begin.size() > 0) {
                throw new SpException(
                        SpError.PROTOCOL, "the sender must begin with an empty message: size=" + begin.size());
            }
        }
        long start = System.nanoTime();
        for (long i = 1; i <= count; i++) {
            receive(socket, i, count).release();
            through.lazySet(i);
        }
        return ThroughputResult.of(address, size, 1, count, (System.nanoTime() - start) / NANOS);
    }

    private static SpMessage receive(DuplexSocket socket, long number, long count) {
        try {
            return socket.receive(SILENCE);
        } catch (SpException e) {
            throw new SpException(
                    e.reason(),
                    "the sender must send all messages, and leave after the last has arrived: received=" + (number - 1)
                            + ", count=" + count + "; " + e.getMessage(),
                    e);
        }
    }
}
