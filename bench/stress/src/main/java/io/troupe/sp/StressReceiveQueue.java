// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.PeerInfo;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SocketTimers;
import io.troupe.sp.transport.Pipe;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/** A queue with one pipe, which counts how often it is resumed. */
final class StressReceiveQueue {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    private static final PeerInfo PEER = new PeerInfo(Protocol.PAIR0, "stress://here", "stress://there", false, null);
    private static final SocketTimers NO_TIMERS = new SocketTimers() {
        @Override
        public long nanos() {
            return 0;
        }

        @Override
        public Timeout after(long delayNanos, Runnable task) {
            throw new UnsupportedOperationException("no limits here");
        }
    };

    private final AtomicInteger resumed = new AtomicInteger();
    private final Pipe pipe = new CountingPipe();
    private final ReceiveQueue receiveQueue;

    StressReceiveQueue(int capacity) {
        receiveQueue = new ReceiveQueue(
                capacity,
                NO_TIMERS,
                new AdaptiveSpin(0),
                PipePoller.NONE,
                new SocketCounters(),
                new LiveOptions(SocketOptions.defaults()));
    }

    static SpMessage message() {
        return SpMessage.wrap(NOTHING);
    }

    ReceiveQueue receiveQueue() {
        return receiveQueue;
    }

    /** 1 if it was taken. */
    int put(SpMessage message) {
        return receiveQueue.put(pipe, message) ? 1 : 0;
    }

    Promise<SpMessage> takeLater() {
        return receiveQueue.receiveLater();
    }

    /** 1 if there was one. */
    int poll() {
        return receiveQueue.poll() == null ? 0 : 1;
    }

    int resumed() {
        return resumed.get();
    }

    private final class CountingPipe implements Pipe {
        @Override
        public int id() {
            return 1;
        }

        @Override
        public PeerInfo peer() {
            return PEER;
        }

        @Override
        public boolean offer(SpMessage message) {
            return false;
        }

        @Override
        public boolean isWritable() {
            return false;
        }

        @Override
        public void flush() {}

        @Override
        public boolean poll() {
            return false;
        }

        @Override
        public void watch() {}

        @Override
        public void resume() {
            resumed.incrementAndGet();
        }

        @Override
        public int pending() {
            return 0;
        }

        @Override
        public void close(String reason) {}

        @Override
        public void closeGently(String reason) {}
    }
}
