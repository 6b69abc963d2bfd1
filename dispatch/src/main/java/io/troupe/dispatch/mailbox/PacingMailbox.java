// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.mailbox;

import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.cell.Overflow;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * A bounded mailbox whose senders wait for room. They are woken when it is half empty, not at every poll, so that a
 * full mailbox does not cost a wake-up per message.
 *
 * <p>Known race: a sender that registers while the last message is polled. It registers first and looks at the size
 * then; the consumer polls first and looks for waiters then, but its poll is a release store that may become visible
 * after that look. So it looks once more when it goes to rest ({@link #isEmpty}, behind the full fence of giving up
 * the cell), and one of the two sees the other.
 */
final class PacingMailbox extends BoundedMailbox {
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final int lowMark;
    private volatile boolean closed;

    PacingMailbox(int capacity) {
        super(capacity, Overflow.PACE);
        this.lowMark = capacity / 2;
    }

    @Override
    public @Nullable Message poll() {
        Message message = super.poll();
        if (!waiting.isEmpty() && size() <= lowMark && !closed) { // after the end who waits is woken by close()
            wakeAll();
        }
        return message;
    }

    @Override
    public boolean isEmpty() {
        boolean empty = super.isEmpty();
        if (empty && !waiting.isEmpty() && !closed) {
            wakeAll();
        }
        return empty;
    }

    @Override
    public void whenRoom(Runnable wake) {
        waiting.add(wake);
        if (closed || size() <= lowMark) {
            wakeAll();
        }
    }

    @Override
    public void close() {
        closed = true;
        wakeAll();
    }

    private void wakeAll() {
        // only those present now: a woken sender that finds the mailbox full again queues anew
        for (int left = waiting.size(); left > 0; left--) {
            Runnable wake = waiting.poll();
            if (wake == null) {
                return;
            }
            wake.run();
        }
    }
}
