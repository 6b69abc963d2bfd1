// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.measure;

import io.troupe.bench.sp.stack.Job;
import io.troupe.bench.sp.stack.Requester;
import io.troupe.bench.sp.stack.Trips;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.HdrHistogram.Histogram;

/**
 * Round trips of all requesters, each on a thread of its own, with one request under way at a time. The first reply begins the
 * warm-up.
 */
final class Latency {
    private static final long MOST_NANOS = Duration.ofSeconds(60).toNanos();
    private static final int DIGITS = 3;

    private final List<Requester> requesters;
    private final Job job;

    Latency(List<Requester> requesters, Job job) {
        this.requesters = requesters;
        this.job = job;
    }

    Outcome measure() throws Exception {
        List<Timing> timings =
                requesters.stream().map(requester -> new Timing()).toList();
        ExecutorService threads = Executors.newFixedThreadPool(requesters.size());
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < timings.size(); i++) {
                Requester requester = requesters.get(i);
                Timing timing = timings.get(i);
                running.add(threads.submit(() -> {
                    requester.run(timing);
                    return null;
                }));
            }
            for (Future<?> thread : running) {
                thread.get();
            }
        } finally {
            threads.shutdown();
        }
        return sum(timings);
    }

    private Outcome sum(List<Timing> timings) {
        Histogram all = new Histogram(MOST_NANOS, DIGITS);
        timings.forEach(timing -> all.add(timing.histogram));
        long count = all.getTotalCount();
        if (count == 0) {
            throw new IllegalStateException("a round trip must end in the window: count=0, window=" + job.window());
        }
        return new Outcome(
                count,
                count * job.bytes(),
                job.window().toNanos(),
                all.getValueAtPercentile(50),
                all.getValueAtPercentile(99));
    }

    /** The clock of one requester. Its fields belong to whoever runs it; read when that is over. */
    private final class Timing implements Trips {
        private final Histogram histogram = new Histogram(MOST_NANOS, DIGITS);
        /** Up to the first reply: -1 before the first request, then 0. */
        private int trips = -1;

        private long warm;
        private long before;

        @Override
        public boolean more() {
            long now = System.nanoTime();
            if (trips < 1) {
                trips++;
                warm = now + job.warmUp().toNanos();
            } else if (before - warm >= 0) {
                histogram.recordValue(Math.min(now - before, MOST_NANOS));
            }
            before = now;
            return now - warm < job.window().toNanos() || histogram.getTotalCount() == 0;
        }
    }
}
