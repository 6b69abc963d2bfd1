// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.mailbox;

import io.troupe.dispatch.cell.Message;
import java.util.Queue;

/** A raw queue: nobody is told that it has something. */
final class QueueBox implements Box {
    private final Queue<Message> queue;
    private final Sum sum;

    QueueBox(Queue<Message> queue, Sum sum) {
        this.queue = queue;
        this.sum = sum;
    }

    @Override
    public boolean put(Message message) {
        return queue.offer(message);
    }

    @Override
    public void drain() {
        for (Message message = queue.poll(); message != null; message = queue.poll()) {
            deliver(message, sum);
        }
    }

    static void deliver(Message message, Sum sum) {
        try {
            message.deliver(sum);
        } catch (Throwable e) {
            throw new IllegalStateException("delivery must not fail: message=" + message, e);
        }
    }
}
