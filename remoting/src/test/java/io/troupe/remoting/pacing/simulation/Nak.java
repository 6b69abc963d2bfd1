// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing.simulation;

import io.troupe.remoting.pacing.QueuePressure;
import io.troupe.remoting.pacing.QueueWatch;
import io.troupe.remoting.pacing.SendLimit;

/** Pacing by complaint: the classes that links use, wired as links wire them. */
final class Nak implements Scheme {
    static final int BYTES = 100;
    private static final long WINDOW = 100_000_000;

    private final QueueWatch.Share share;
    private final long rtt;
    private boolean due;

    SendLimit limit;
    private long wakeAt;
    private long sent;
    private long windowSince;
    private long windowSent;
    private double sentRate;

    Nak(QueueWatch watch, long rtt) {
        this.rtt = rtt;
        share = watch.open(0);
    }

    static QueueWatch watch(Queue queue) {
        return new QueueWatch(0, 0, queue.capacity, Long.MAX_VALUE);
    }

    static Scheme alone(Queue queue, long rtt) {
        return new Nak(watch(queue), rtt);
    }

    @Override
    public int permits(long now, int wanted) {
        if (limit == null) {
            return wanted;
        }
        if (now < wakeAt) {
            return 0;
        }
        int permits = (limit.permits(now, wanted * BYTES) + BYTES - 1) / BYTES;
        if (permits < wanted) {
            // the timer of the loop: it comes when half a millisecond's worth is there
            wakeAt = permits > 0 ? now : limit.nextPermitAt(now);
        }
        return permits;
    }

    @Override
    public void sent(int n, long now) {
        sent += n;
        if (now - windowSince >= WINDOW) {
            sentRate = BYTES * (sent - windowSent) * 1e9 / (now - windowSince);
            windowSince = now;
            windowSent = sent;
        }
        if (limit != null) {
            limit.sent((long) BYTES * n, now);
        }
    }

    @Override
    public void starving(boolean starving, long now) {
        if (limit != null && limit.isSpent(now)) {
            limit = null;
        }
    }

    @Override
    public void onControl(Object note, long now) {
        if (limit == null) {
            limit = new SendLimit(now, sentRate);
        }
        limit.onPressure((QueuePressure) note, now, rtt);
        wakeAt = now;
    }

    @Override
    public void arrived(int n, long now) {
        due |= share.arrived(n, (long) BYTES * n, now);
    }

    @Override
    public Object poll(long now, long queued, long processed) {
        if (!due) {
            return null;
        }
        due = false;
        return share.due(now, rtt, queued, processed);
    }
}
