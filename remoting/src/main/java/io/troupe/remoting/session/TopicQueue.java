// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellHome;
import io.troupe.dispatch.cell.Mailbox;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.cell.TurnLimits;
import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.mailbox.Overflow;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What cannot be published at once: slows publishers down as every mailbox that paces, and is worked off on the callback lane as
 * fast as the topic may go. Turns run on the thread that owns the topic.
 */
final class TopicQueue extends Cell {
    private static final int BATCH = 256;
    private static final int BATCH_BYTES = 64 << 10;
    private static final TurnLimits ONE = new TurnLimits(1, Long.MAX_VALUE / 2, 1);

    private final LocalTopic<?> topic;

    /** Items that must go before what is published later: here, or kept by actors that wait for room. */
    private final AtomicInteger waiting;

    /** Time of the present run. */
    private long at;

    /** Of the present run. */
    private long passedBytes;

    TopicQueue(LocalTopic<?> topic, CallbackExecutor lane, int capacity) {
        super(new Home(topic, lane), Mailbox.of(MailboxSpec.bounded(capacity, Overflow.PACE), message -> {}));
        this.topic = topic;
        this.waiting = new AtomicInteger();
    }

    private record Home(LocalTopic<?> topic, CallbackExecutor lane) implements CellHome {
        @Override
        public void onReady(Cell cell) {
            lane.run(new TopicTask(topic::pump));
        }
    }

    AtomicInteger waiting() {
        return waiting;
    }

    /**
     * Publishes some.
     *
     * @param permits how many bytes at most; the last item may have more
     * @param now nanoseconds
     * @return how many items it were
     */
    int pass(int permits, long now) {
        int passed = 0;
        passedBytes = 0;
        at = now;
        while (passed < BATCH && passedBytes < permits && hasWork() && topic.hasRoom(now) && work(ONE)) {
            passed++;
        }
        return passed;
    }

    /** Publishes all that is here, however full queues are. */
    void passAll(long now) {
        at = now;
        while (hasWork() && work(ONE)) {
            // one by one
        }
    }

    static int batchBytes() {
        return BATCH_BYTES;
    }

    /** Bytes of what {@link #pass} has just published. */
    long passedBytes() {
        return passedBytes;
    }

    @Override
    protected void deliver(Message message) {
        PublishedItem item = (PublishedItem) message;
        passedBytes += item.weight();
        topic.fanOut(item, at);
        waiting.decrementAndGet();
    }

    @Override
    protected void undelivered(Message message) {
        waiting.decrementAndGet();
    }

    void shut() {
        close();
    }
}
