// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.sp.perf;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.MessageReceiver;
import io.troupe.sp.socket.MessageSender;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/** One request after the other, each timed. */
final class Latency {
    /** Enough for more than a minute of the fastest round trips. */
    static final int MOST = 1 << 22;

    private static final double NANOS = 1e9;
    /** A partner that is silent for so long during a measurement counts as gone. */
    private static final Duration SILENCE = Duration.ofSeconds(10);

    private final String protocol;
    private final int size;
    private final AtomicLong through = new AtomicLong();

    Latency(String protocol, int size) {
        this.protocol = protocol;
        this.size = size;
    }

    /** Number of round trips so far. For another thread. */
    long through() {
        return through.get();
    }

    /** Answers requests with themselves until the socket is closed. */
    void echo(MessageReceiver receiver, MessageSender sender) {
        try {
            while (true) {
                sender.send(receiver.receive());
            }
        } catch (SpException e) {
            if (e.reason() != SpError.CLOSED) {
                throw e;
            }
        }
    }

    /** Answers so many requests with themselves; returns the seconds from the first to the last. */
    double echo(MessageReceiver receiver, MessageSender sender, long count) {
        sender.send(receiver.receive());
        long start = System.nanoTime();
        through.lazySet(1);
        for (long i = 1; i < count; i++) {
            sender.send(receiver.receive(SILENCE));
            through.lazySet(i + 1);
        }
        return (System.nanoTime() - start) / NANOS;
    }

    /** Asks for a while without timing, then timed. */
    LatencyResult measure(
            MessageSender sender, MessageReceiver receiver, String address, Duration warmUp, Duration time) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < warmUp.toNanos()) {
            roundTrip(sender, receiver);
        }
        long[] nanos = new long[MOST];
        int done = 0;
        start = System.nanoTime();
        while (done < MOST && System.nanoTime() - start < time.toNanos()) {
            nanos[done++] = roundTrip(sender, receiver);
        }
        return LatencyResult.of(protocol, address, size, Arrays.copyOf(nanos, done));
    }

    /** Asks so many times. */
    LatencyResult measure(MessageSender sender, MessageReceiver receiver, String address, int count) {
        long[] nanos = new long[count];
        for (int i = 0; i < count; i++) {
            nanos[i] = roundTrip(sender, receiver);
        }
        return LatencyResult.of(protocol, address, size, nanos);
    }

    private long roundTrip(MessageSender sender, MessageReceiver receiver) {
        SpMessage request = SpMessage.allocate(size);
        long start = System.nanoTime();
        sender.send(request);
        receiver.receive().release();
        long nanos = System.nanoTime() - start;
        through.lazySet(through.getPlain() + 1);
        return nanos;
    }
}
