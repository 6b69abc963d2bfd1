// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing.simulation;

import io.troupe.remoting.pacing.FanOutLimit;
import io.troupe.remoting.pacing.QueuePressure;
import java.util.ArrayList;
import java.util.List;

/** One event stream that goes to many. What cannot be published at its time is not made up for. */
final class Publisher {
    /** Whose pace it is. */
    enum Policy {
        /** Everybody gets what fits into his outbox. */
        DROP,
        /** That of the slowest who complains. */
        SLOW_ALL,
        /** As much as everybody has credit for. */
        LEAST_CREDIT
    }

    final List<Flow> flows = new ArrayList<>();
    private final double rate;
    private final Policy policy;
    private final FanOutLimit fanOut = new FanOutLimit(0, 0, 10_000_000_000L);
    private double made;
    long published;

    Publisher(double rate, Policy policy) {
        this.rate = rate;
        this.policy = policy;
    }

    void step(long now, long nanos) {
        made = Math.min(made + rate * nanos / 1e9, Math.max(1, rate / 1000));
        int n = (int) made;
        if (policy == Policy.SLOW_ALL) {
            n = (fanOut.permits(now, n * Nak.BYTES) + Nak.BYTES - 1) / Nak.BYTES;
        } else if (policy == Policy.LEAST_CREDIT) {
            for (Flow flow : flows) {
                n = Math.min(n, flow.scheme.permits(now, n + (int) flow.outbox) - (int) flow.outbox);
            }
        }
        if (n <= 0) {
            return;
        }
        made -= n;
        published += n;
        fanOut.sent((long) n * Nak.BYTES, now);
        for (Flow flow : flows) {
            flow.offer(n);
        }
    }

    /** A scheme for one receiver, whose complaints slow everybody while the policy says so. */
    Scheme slowing(Nak scheme, long rtt) {
        return new Slowing(scheme, rtt);
    }

    private final class Slowing implements Scheme {
        private final Nak own;
        private final long rtt;
        private boolean givenUp;

        Slowing(Nak own, long rtt) {
            this.own = own;
            this.rtt = rtt;
        }

        @Override
        public int permits(long now, int wanted) {
            return own.permits(now, wanted);
        }

        @Override
        public void sent(int n, long now) {
            own.sent(n, now);
        }

        @Override
        public void starving(boolean starving, long now) {
            own.starving(starving, now);
        }

        @Override
        public void onControl(Object note, long now) {
            if (!givenUp) {
                givenUp = fanOut.onPressure(this, (QueuePressure) note, now, rtt) == FanOutLimit.Verdict.GIVEN_UP;
            }
            if (givenUp) {
                own.onControl(note, now);
            }
        }

        @Override
        public void arrived(int n, long now) {
            own.arrived(n, now);
        }

        @Override
        public Object poll(long now, long queued, long processed) {
            return own.poll(now, queued, processed);
        }
    }
}
