// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.GenericFutureListener;
import io.troupe.sp.message.SpMessage;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jctools.queues.varhandle.MpscUnboundedVarHandleArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * Messages on their way out, at most a number of them and about a MiB. Any thread offers, the loop writes all it finds and
 * flushes once.
 *
 * <p>Invariants: {@code refused} is set before a last try to reserve, and read after room has been made, so one sees the other.
 * {@code work} counts offers that no write has looked for yet: who makes it 1 has the loop write, so there is never more than
 * one task, and whatever is added afterwards is found by that task or by another one that it leaves behind. Nothing is
 * reserved after {@link #close}; so once it is empty then it stays so, and whoever makes it so tells the pipe.
 */
final class ChannelSendQueue {
    private static final int CHUNK = 64;
    private static final long MOST_BYTES = 1 << 20;
    /** Added to the number of messages when it is closed: more than any limit. */
    private static final int CLOSED = 1 << 30;
    /** So many bytes are written before the loop looks at other channels. */
    private static final long TURN_BYTES = 64 << 10;

    private final ChannelPipe pipe;
    private final FramingHandler framing;
    private final int mostMessages;
    private final Queue<SpMessage> queue = new MpscUnboundedVarHandleArrayQueue<>(CHUNK);
    private final AtomicInteger messages = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicInteger work = new AtomicInteger();
    private volatile boolean refused;
    /** The loop's thread while it tells of room; others who look may see either, and are never this one. */
    private @Nullable Thread teller;

    ChannelSendQueue(ChannelPipe pipe, FramingHandler framing, int mostMessages) {
        this.pipe = pipe;
        this.framing = framing;
        this.mostMessages = mostMessages;
    }

    /** Takes the message if there is room; any thread. */
    boolean offer(SpMessage message) {
        int size = message.wireSize();
        if (!reserve(size)) {
            refused = true;
            if (!reserve(size)) {
                return false;
            }
        }
        queue.add(message);
        if (work.getAndIncrement() == 0) {
            if (teller == Thread.currentThread()) {
                pipe.runAfterLook(this::write); // which makes room again, and so on
            } else {
                pipe.run(this::write);
            }
        }
        return true;
    }

    private boolean reserve(int size) {
        if (bytes.get() >= MOST_BYTES) {
            return false;
        }
        int before;
        do {
            before = messages.get();
            if (before >= mostMessages) {
                return false;
            }
        } while (!messages.compareAndSet(before, before + 1));
        bytes.addAndGet(size);
        return true;
    }

    /** Whether there is room; any thread. */
    boolean hasRoom() {
        return messages.get() < mostMessages && bytes.get() < MOST_BYTES;
    }

    /** Messages not yet out; any thread. */
    int pending() {
        return messages.get() & ~CLOSED;
    }

    /** Takes nothing any more. Loop only, once. */
    void close() {
        messages.addAndGet(CLOSED);
    }

    private void write() {
        int seen = work.get();
        boolean done = writeSome();
        if (!done || work.addAndGet(-seen) != 0) {
            pipe.runAfterLook(this::write); // not at once: others share the loop
        }
    }

    /** Writes what a turn allows; whether that was all. */
    private boolean writeSome() {
        long written = 0;
        boolean any = false;
        SpMessage next = null;
        while (written < TURN_BYTES && (next = queue.poll()) != null) {
            if (pipe.isTalking()) {
                any = true;
                written += next.wireSize();
                framing.write(next, this);
            } else {
                drop(next);
            }
        }
        if (any) {
            framing.flush();
        }
        return next == null;
    }

    private void drop(SpMessage message) {
        int size = message.wireSize();
        message.release();
        pipe.dropped(1);
        free(1, size);
    }

    private void free(int number, long size) {
        bytes.addAndGet(-size);
        int left = messages.addAndGet(-number);
        if (left == CLOSED) {
            pipe.endIfDone();
        } else if (refused && left <= mostMessages / 2 && bytes.get() <= MOST_BYTES / 2) {
            refused = false;
            teller = Thread.currentThread();
            try {
                pipe.writable();
            } finally {
                teller = null;
            }
        }
    }

    /** Messages that are copied. */
    Batch batch() {
        return new Batch(null);
    }

    /** One message that is held until it is out. */
    Batch batch(SpMessage message) {
        Batch batch = new Batch(message);
        batch.add(message.wireSize());
        return batch;
    }

    /** Messages that go out together; told when they have. Loop only. */
    final class Batch implements GenericFutureListener<Future<? super Void>> {
        private final @Nullable SpMessage held;
        private int number;
        private long size;

        private Batch(@Nullable SpMessage held) {
            this.held = held;
        }

        void add(int messageSize) {
            number++;
            size += messageSize;
        }

        @Override
        public void operationComplete(Future<? super Void> done) {
            if (held != null) {
                held.release();
            }
            if (number > 0) {
                if (!done.isSuccess()) {
                    pipe.cannotWrite(done.cause()); // before there is room, or those who wait would fill it
                    pipe.dropped(number);
                }
                free(number, size);
                pipe.written();
            }
        }
    }
}
