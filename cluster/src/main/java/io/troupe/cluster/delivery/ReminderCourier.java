// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.delivery;

import io.troupe.cluster.activation.CallIdentity;
import io.troupe.cluster.store.Commit.Outcome;
import io.troupe.cluster.store.GroupCommitter;
import io.troupe.cluster.store.ReminderChange;
import io.troupe.cluster.store.RowChanges;
import io.troupe.cluster.store.StateKey;
import io.troupe.cluster.store.StateStore;
import io.troupe.cluster.store.StateWrite;
import io.troupe.cluster.store.StoreException;
import io.troupe.cluster.store.StoredReminder;
import io.troupe.cluster.store.WriteLine;
import io.troupe.core.host.OutletHost;
import io.troupe.core.promise.Promise;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the calls of reminders that are due, by the clock of the system. The actor deletes or moves the row together with what
 * the call updates. A call that fails is tried again, after a second at first, then after twice as long, up to an hour. Of many
 * that are due at once a few hundred are under way at a time, so that other calls go on.
 *
 * <p>Any thread tells it; its own thread reads; answers come on threads of the system.
 */
public final class ReminderCourier implements AutoCloseable {
    /** Most that are under way. */
    static final int MOST = 200;

    private static final int MOST_DOUBLINGS = 12;
    private static final long LONGEST_MILLIS = TimeUnit.HOURS.toMillis(1);
    private static final Logger LOG = LoggerFactory.getLogger(ReminderCourier.class);

    private final StateStore store;
    private final GroupCommitter committer;
    private final OutletHost host;
    private final HostedCalls actors;
    private final Courier courier;

    /** Guarded by this. */
    private final Set<Firing> underWay = new HashSet<>();

    private boolean closed;

    /**
     * Begins when it is started.
     *
     * @param name of its thread
     * @param store to read from
     * @param committer to write by
     * @param host the system, for its clock
     * @param actors that are called
     */
    public ReminderCourier(
            String name, StateStore store, GroupCommitter committer, OutletHost host, HostedCalls actors) {
        this.store = store;
        this.committer = committer;
        this.host = host;
        this.actors = actors;
        this.courier = new Courier(name, host, this::look);
    }

    private record Firing(StateKey key, String name, long due) {}

    /** Starts the thread. */
    public void start() {
        courier.start();
        courier.wake();
    }

    /** A class is hosted now. Any thread. */
    public void wake() {
        courier.wake();
    }

    /** There is a reminder. Any thread. */
    public void wakeAt(long millis) {
        courier.wakeAt(millis);
    }

    /** Calls nobody any more. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        courier.close();
    }

    private void look() throws StoreException {
        synchronized (this) {
            if (closed || underWay.size() > MOST / 2) {
                return; // the next one that is over looks again
            }
        }
        long now = host.clock().millis();
        List<StoredReminder> due = store.reminders(now, MOST);
        for (StoredReminder each : due) {
            if (actors.isHosted(each.key().type()) && begin(each)) {
                fire(each);
            }
        }
        if (due.size() < MOST) {
            courier.wakeAt(store.nextReminder(now));
        }
    }

    private synchronized boolean begin(StoredReminder reminder) {
        return !closed && underWay.add(firing(reminder));
    }

    private static Firing firing(StoredReminder reminder) {
        return new Firing(reminder.key(), reminder.name(), reminder.due());
    }

    private void fire(StoredReminder reminder) {
        Promise<?> answer;
        try {
            answer = actors.call(
                    reminder.key(),
                    new CallIdentity(reminder.callId(), false, reminder),
                    reminder.method(),
                    reminder.arguments());
        } catch (RuntimeException e) {
            answer = Promise.failed(e);
        }
        answer.onComplete((value, failure) -> {
            if (failure == null) {
                end(reminder);
            } else if (RetryPause.isRefusal(failure)) {
                later(RetryPause.after(1), () -> end(reminder)); // and it is found again
            } else {
                failed(reminder, failure);
            }
        });
    }

    private void end(StoredReminder reminder) {
        synchronized (this) {
            underWay.remove(firing(reminder));
        }
        courier.wake();
    }

    private void failed(StoredReminder reminder, Throwable failure) {
        long pause = Math.min(LONGEST_MILLIS, 1_000L << Math.min(reminder.tries(), MOST_DOUBLINGS));
        LOG.warn(
                "a reminder has failed, it is tried again: {}, name={}, tries={}, pause={} ms",
                reminder.key(),
                reminder.name(),
                reminder.tries() + 1,
                pause,
                failure);
        StoredReminder again = reminder.failed(host.clock().millis() + pause);
        StateWrite write = new StateWrite(
                reminder.key(),
                null,
                new RowChanges(
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(new ReminderChange(reminder.name(), reminder.due(), again))));
        boolean taken = committer.submit(write, new WriteLine(), (outcome, cause) -> {
            if (outcome == Outcome.STORED) {
                courier.wakeAt(again.at());
                end(reminder);
            } else {
                later(pause, () -> end(reminder));
            }
        });
        if (!taken) {
            later(pause, () -> end(reminder));
        }
    }

    private void later(long millis, Runnable task) {
        synchronized (this) {
            if (closed) {
                return;
            }
        }
        host.outsideExecutor().schedule(TimeUnit.MILLISECONDS.toNanos(millis), task);
    }
}
