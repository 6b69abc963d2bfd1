// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.continuation.Observer;
import io.troupe.core.error.CallRefusedException;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellHome;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.cell.TurnLimits;
import io.troupe.remoting.pacing.QueuePressure;
import io.troupe.remoting.pacing.QueueWatch;
import io.troupe.remoting.topic.SlowConsumer;
import java.util.Objects;
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

    private final Callback<Object> items;
    private final @Nullable Callback<Long> gaps;
    private final Promise<Void> ended;
    private final Feed cell;
    private final CallbackWatches.Watched watched;
    private final QueueWatch.Share share;
    /** Whether the callback of gaps has thrown: it is told of no more. */
    private boolean gapsFailed;

    LocalTopicSubscriber(
            LocalTopic<?> topic, SlowConsumer policy, Callback<Object> items, @Nullable Callback<Long> gaps) {
        super(topic, policy);
        this.items = items;
        this.gaps = gaps;
        this.ended = Objects.requireNonNull(
                items.ended(), () -> "a callback must have a promise of its end: topic=" + topic.name());
        this.cell = new Feed();
        long now = topic.lane().nanos();
        this.watched = topic.watches().open(items, now, topic.config().queue());
        this.share = watched.watch().open(now);
    }

    void begin() {
        Observer.whenSettled(ended, this::gone);
    }

    /** Takes it out of the topic. Any thread, any number of times. */
    private void gone() {
        topic().remove(this);
        onLane(cell::shut);
        try {
            if (gaps != null) {
                gaps.end();
            }
        } catch (Throwable e) {
            onLane(() -> LOG.warn("a callback of gaps must end: topic={}", topic().name(), e));
        }
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
        } catch (Throwable e) { // the callbacks' own are caught where they are called
            fail("a topic must hand over items", e);
        }
    }

    /**
     * Ends it, whatever its callbacks do: what waits is dropped, and the promise of the items tells. Told to the log last, which
     * may throw, too. By the owner of the cell.
     */
    private void fail(String rule, Throwable cause) {
        cell.shut();
        attempt(() -> items.fail(cause), cause);
        attempt(this::gone, cause); // the callback may not have ended
        LOG.warn("{}: topic={}", rule, topic().name(), cause);
    }

    private void takesNone(Throwable cause) {
        fail("a subscriber must take items", cause);
    }

    /** What is thrown goes to the log together with the cause. */
    private static void attempt(Runnable work, Throwable cause) {
        try {
            work.run();
        } catch (Throwable e) {
            if (e != cause) {
                cause.addSuppressed(e);
            }
        }
    }

    private void handOver() {
        int room = cell.isClosed() ? TURN : queue().capacity() - waiting();
        if (room <= 0) {
            complainIfDue(0, 0);
            topic().lane().schedule(RETRY, () -> onLane(this::work));
        } else if (cell.turn(new TurnLimits(Math.min(room, TURN), Long.MAX_VALUE / 2, TURN))) {
            onLane(this::work);
        }
    }

    private int waiting() {
        try {
            return items.waiting();
        } catch (Throwable e) {
            takesNone(e);
            return 0;
        }
    }

    private void hand(PublishedItem item) {
        try {
            items.item(item.value());
        } catch (Throwable e) {
            takesNone(e);
            return;
        }
        watched.handed().incrementAndGet();
        complainIfDue(1, item.weight());
    }

    private void handEnd() {
        try {
            items.end();
        } catch (Throwable e) {
            takesNone(e);
        }
    }

    /** Items go on without a callback of gaps that throws. */
    private void handGap(long count) {
        if (gaps == null || gapsFailed) {
            return;
        }
        try {
            gaps.item(count);
        } catch (Throwable e) {
            gapsFailed = true;
            attempt(() -> gaps.fail(e), e);
            LOG.warn("a callback of gaps must take them: topic={}", topic().name(), e);
        }
    }

    private void complainIfDue(int arrived, int bytes) {
        long now = topic().lane().nanos();
        if (share.arrived(arrived, bytes, now)) {
            int waiting = waiting();
            QueuePressure pressure = share.due(now, 0, waiting, watched.handed().get() - waiting);
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
        CallRefusedException cause = new CallRefusedException(why);
        attempt(() -> items.fail(cause), cause);
        gone(); // the callback may not have ended
        if (cause.getSuppressed().length > 0) {
            LOG.warn("a disconnected subscriber must end: topic={}", topic().name(), cause);
        }
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
                handGap(gap.count());
            } else {
                handEnd();
            }
        }

        @Override
        protected void undelivered(Message message) {
            // nobody listens any more
        }

        /** Any number of times. */
        void shut() {
            if (!isClosed()) {
                close();
                share.close();
                topic().watches().close(items);
            }
        }
    }
}
