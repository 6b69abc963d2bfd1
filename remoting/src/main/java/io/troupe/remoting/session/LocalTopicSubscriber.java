// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.continuation.Observer;
import io.troupe.core.error.CallRefusedException;
import io.troupe.core.promise.Callback;
import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellHome;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.cell.TurnLimits;
import io.troupe.remoting.pacing.QueuePressure;
import io.troupe.remoting.pacing.QueueWatch;
import io.troupe.remoting.topic.SlowConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A subscriber of this process. Its cell runs on the callback lane, where all but {@link #put} happens, and hands over no more than
 * the callback has room for.
 */
final class LocalTopicSubscriber extends TopicSubscriber implements CellHome {
    private static final Logger LOG = LoggerFactory.getLogger(LocalTopicSubscriber.class);
    private static final int TURN = 256;
    private static final long RETRY = 1_000_000;
    private static final long ANY_BYTES = Long.MAX_VALUE;

    private final Callback<Object> items;
    private final @Nullable Callback<Long> gaps;
    private final Feed cell;
    private final QueueWatch.Share share;
    private long handed;
    /** Whether something was thrown while items were handed over: the rest of them is dropped, and the promise of the items tells. */
    private boolean failed;

    LocalTopicSubscriber(
            LocalTopic<?> topic, SlowConsumer policy, Callback<Object> items, @Nullable Callback<Long> gaps) {
        super(topic, policy);
        this.items = items;
        this.gaps = gaps;
        this.cell = new Feed();
        long now = topic.lane().nanos();
        this.share = new QueueWatch(now, 0, topic.config().queue(), ANY_BYTES).open(now);
    }

    void begin() {
        new Observer<Void>() {
            @Override
            protected void onValue(@Nullable Void nothing) {
                gone();
            }

            @Override
            protected void onFailure(Throwable cause) {
                gone();
            }
        }.observe(items.ended());
    }

    private void gone() {
        topic().remove(this);
        if (gaps != null) {
            gaps.end();
        }
        onLane(cell::shut);
    }

    private void onLane(Runnable work) {
        topic().lane().run(new TopicTask(work));
    }

    @Override
    void put(PublishedItem item) {
        cell.tryOffer(item);
    }

    @Override
    public void onReady(Cell ready) {
        onLane(this::work);
    }

    private void work() {
        try {
            handOver();
        } catch (Throwable e) { // it has to come to its end all the same
            LOG.warn("a subscriber must take items: topic={}", topic().name(), e);
            failed = true;
            onLane(this::work);
            items.fail(e);
        }
    }

    private void handOver() {
        int room = failed ? TURN : queue().capacity() - items.waiting();
        if (room <= 0) {
            complainIfDue(0, 0);
            topic().lane().schedule(RETRY, () -> onLane(this::work));
        } else if (cell.turn(new TurnLimits(Math.min(room, TURN), Long.MAX_VALUE / 2, TURN))) {
            onLane(this::work);
        }
    }

    private void hand(PublishedItem item) {
        if (failed) {
            return;
        }
        items.item(item.value());
        handed++;
        complainIfDue(1, item.weight());
    }

    private void complainIfDue(int arrived, int bytes) {
        long now = topic().lane().nanos();
        if (share.arrived(arrived, bytes, now)) {
            int waiting = items.waiting();
            QueuePressure pressure = share.due(now, 0, waiting, handed - waiting);
            if (pressure != null) {
                pressed(pressure, 0, 0);
            }
        }
    }

    @Override
    void end() {
        cell.tryOffer(new TopicTask(items::end));
    }

    @Override
    void disconnect(String why) {
        items.fail(new CallRefusedException(why));
    }

    @Override
    String peer() {
        return "local";
    }

    /** Hands over what waits. */
    private final class Feed extends Cell {
        Feed() {
            super(LocalTopicSubscriber.this, queue());
        }

        @Override
        protected void deliver(Message message) {
            if (message instanceof PublishedItem item) {
                hand(item);
            } else if (message instanceof SubscriberQueue.Gap gap) {
                if (gaps != null) {
                    gaps.item(gap.count());
                }
            } else {
                items.end();
            }
        }

        @Override
        protected void undelivered(Message message) {
            // nobody listens any more
        }

        void shut() {
            close();
        }
    }
}
