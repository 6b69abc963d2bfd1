// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.backpressure;

import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Callback;
import io.troupe.examples.backpressure.Gauge.Counter;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Takes messages, no more per second than its rate says. Waits in its turns, as if for a disk: that does not depend on how much
 * of a processor it gets.
 */
public class Sink extends Actor<Sink> {
    private static final double NANOS = 1e9;
    /** Messages that it may catch up with after it was held up itself. */
    private static final long SLACK_NANOS = 20_000_000;
    /** Time that it may be ahead, so that it need not wait after every message. */
    private static final long AHEAD_NANOS = 500_000;

    private final Counter done;
    private long period;
    private long due = System.nanoTime();
    private @Nullable Callback<Integer> granting;
    private int grant;
    private int sinceGrant;

    /** Counts what it has done. */
    public Sink(Counter done) {
        this.done = done;
    }

    /**
     * How fast it works from now on.
     *
     * @param perSecond messages; 0: no work at all
     */
    public void rate(double perSecond) {
        period = perSecond == 0 ? 0 : (long) (NANOS / perSecond);
    }

    /**
     * Grants credits from now on: the rival of NAKs.
     *
     * @param credits gets the window at once, and the grant whenever so many messages are done
     * @param window messages that may be on their way
     * @param each messages per grant
     */
    public void grantTo(Callback<Integer> credits, int window, int each) {
        granting = credits;
        grant = each;
        credits.item(window);
    }

    /** Does its work. */
    public void take(long number) {
        if (period > 0) {
            long now = System.nanoTime();
            due = Math.max(due + period, now - SLACK_NANOS);
            if (due - now > AHEAD_NANOS) {
                LockSupport.parkNanos(due - now);
            }
        }
        done.add();
        Callback<Integer> credits = granting;
        if (credits != null && ++sinceGrant == grant) {
            sinceGrant = 0;
            credits.item(grant);
        }
    }

    /** Does nothing for a while: stands for a pause of the process where there are no signals. */
    public void sleep(Duration time) {
        LockSupport.parkNanos(time.toNanos());
    }
}
