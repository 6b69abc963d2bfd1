// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.sp.perf;

import io.troupe.sp.error.SpError;
import io.troupe.sp.error.SpException;
import io.troupe.sp.message.Message;
import io.troupe.sp.socket.Receiver;
import io.troupe.sp.socket.Sender;
import java.time.Duration;
import java.util.Arrays;

/** One request after the other, each timed. */
final class Latency {
    /** Enough for more than a minute of the fastest round trips. */
    private static final int MOST = 1 << 22;

    private final int size;

    Latency(int size) {
        this.size = size;
    }

    /** Answers so many requests with themselves, or until the socket is closed. */
    void echo(Receiver receiver, Sender sender, long count) {
        try {
            for (long i = 0; i < count; i++) {
                sender.send(receiver.receive());
            }
        } catch (SpException e) {
            if (e.reason() != SpError.CLOSED) {
                throw e;
            }
        }
    }

    /** Asks for a while without timing, then timed. */
    LatencyResult measure(Sender sender, Receiver receiver, String address, Duration warmUp, Duration time) {
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
        return LatencyResult.of(address, size, Arrays.copyOf(nanos, done));
    }

    /** Asks so many times. */
    LatencyResult measure(Sender sender, Receiver receiver, String address, int count) {
        long[] nanos = new long[count];
        for (int i = 0; i < count; i++) {
            nanos[i] = roundTrip(sender, receiver);
        }
        return LatencyResult.of(address, size, nanos);
    }

    private long roundTrip(Sender sender, Receiver receiver) {
        Message request = Message.allocate(size);
        long start = System.nanoTime();
        sender.send(request);
        receiver.receive().release();
        return System.nanoTime() - start;
    }
}
