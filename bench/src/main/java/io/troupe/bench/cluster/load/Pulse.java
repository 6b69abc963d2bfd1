// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.cluster.load;

import io.troupe.bench.cluster.stack.Node;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Updates one key again and again, with pauses, and again soon if a call fails. All of it happens in the one thread of the
 * executor, to which answers are brought, too.
 */
final class Pulse {
    private static final long PAUSE_MILLIS = 150;
    private static final long AGAIN_MILLIS = 10;

    private final String key;
    private final Node node;
    private final ScheduledExecutorService thread;
    private final long deadlineMillis;
    private final byte[] value = new byte[Work.STATE_BYTES];

    private int attempt;
    private long sentAt;
    private long count;
    private @Nullable Future<?> next;

    private boolean watched;
    private long watchedAt;
    private long back;
    private long longest;
    private int failures;
    private String complaint = "";

    Pulse(String key, Node node, ScheduledExecutorService thread, Duration deadline) {
        this.key = key;
        this.node = node;
        this.thread = thread;
        this.deadlineMillis = deadline.toMillis();
    }

    void send() {
        attempt++;
        int mine = attempt;
        sentAt = System.nanoTime();
        next = thread.schedule(() -> ended(mine, 0, "no answer in time"), deadlineMillis, TimeUnit.MILLISECONDS);
        node.update(
                key,
                value,
                (number, failure) ->
                        thread.execute(() -> ended(mine, number, failure == null ? "" : failure.toString())));
    }

    private void ended(int mine, long number, String failure) {
        if (mine != attempt) {
            return;
        }
        attempt++; // a later answer to this one does not count
        cancel();
        if (failure.isEmpty() && number <= count) {
            complaint = "an update must not be lost: key=" + key + ", before=" + count + ", after=" + number;
        }
        if (watched) {
            longest = Math.max(longest, System.nanoTime() - sentAt);
        }
        if (failure.isEmpty()) {
            count = number;
            if (watched && back == 0 && sentAt - watchedAt >= 0) {
                back = System.nanoTime() - watchedAt;
            }
        } else {
            failures++;
        }
        next = thread.schedule(this::send, failure.isEmpty() ? PAUSE_MILLIS : AGAIN_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** From here on it counts. Who pauses calls at once. */
    void watch(long now) {
        watched = true;
        watchedAt = now;
        failures = 0;
        if (attempt % 2 == 0) { // none is under way
            cancel();
            send();
        }
    }

    private void cancel() {
        if (next != null) {
            next.cancel(false);
        }
    }

    /** Whether it was ever answered. */
    boolean isAlive() {
        return count > 0;
    }

    /** Nanoseconds until a call was answered that was made since it is watched; 0 until then. */
    long back() {
        return back;
    }

    /** The longest that a call took that ended since then. */
    long longest() {
        return longest;
    }

    /** Calls that have failed since then. */
    int failures() {
        return failures;
    }

    /** What is wrong with the answers, or nothing. */
    String complaint() {
        return complaint;
    }
}
