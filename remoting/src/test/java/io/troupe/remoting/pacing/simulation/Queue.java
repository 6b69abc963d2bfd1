// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing.simulation;

import java.util.Random;
import java.util.function.LongToDoubleFunction;

/** A bounded queue and the one that works it off: so many messages per second at a time, give or take a quarter each millisecond. */
final class Queue {
    final int capacity;
    final Series length = new Series();
    final Series consumed = new Series();
    final Series possible = new Series();

    private final LongToDoubleFunction rate;
    private final Random random;
    private double noise = 1;
    private long noiseUntil;
    private double work;
    /** What waits at one that is fed without any delay or limit. */
    private double ideal;

    private boolean saturated;

    int queued;
    long processed;
    int most;

    Queue(int capacity, long seed, LongToDoubleFunction rate) {
        this.capacity = capacity;
        this.rate = rate;
        random = new Random(seed);
    }

    int room() {
        return capacity - queued;
    }

    void offered(double n, boolean withoutEnd) {
        ideal += n;
        saturated |= withoutEnd;
    }

    void step(long now, long nanos) {
        most = Math.max(most, queued);
        if (now >= noiseUntil) {
            noise = 0.75 + 0.5 * random.nextDouble();
            noiseUntil = now + 1_000_000;
        }
        double could = rate.applyAsDouble(now) * noise * nanos / 1e9;
        double best = saturated ? could : Math.min(could, ideal);
        ideal -= saturated ? 0 : best;
        work += could;
        int done = (int) Math.min(queued, work);
        queued -= done;
        // nobody works ahead
        work = queued == 0 ? Math.min(1, work - done) : work - done;
        processed += done;
        length.add(now, queued);
        consumed.add(now, done);
        possible.add(now, best);
    }
}
