// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.latency;

import io.troupe.bench.footprint.Figure;
import io.troupe.bench.footprint.Systems;
import io.troupe.bench.harness.Arguments;
import io.troupe.bench.harness.Batch;
import io.troupe.bench.harness.Tool;
import io.troupe.bench.peer.Peer;
import io.troupe.bench.peer.Recipient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Latency at a given rate of requests (an open loop). A thread outside sends to random actors at the times of a Poisson process,
 * whatever the system does; each request computes for a tenth of a millisecond. Latency counts from the intended time to the end
 * of the computing, so that nothing is left out when the sender is late.
 */
public final class OpenLoop {
    private static final List<String> SYSTEMS = Systems.and();
    private static final String HELP =
            "Prints percentiles of the time of requests in an open loop, from their intended times on."
                    + "\n  --system   " + Systems.help(SYSTEMS)
                    + "\n  --load     per cent of what the workers can do, with commas"
                    + "\n  --micros   that a request computes"
                    + "\n  --actors   that answer"
                    + "\n  --seconds  length of each measurement; as long again for warming up";
    private static final int MOST_PERCENT = 95;
    private static final int MOST_MICROS = 100_000;
    private static final int MOST_ACTORS = 100_000;
    private static final double PERCENT = 100;
    private static final double MICRO = 1e3;

    private OpenLoop() {}

    /** Measures. */
    public static void main(String[] args) {
        tool().start(args);
    }

    /** The program, for its start and for tests. */
    public static Tool tool() {
        Map<String, String> defaults =
                Map.of("system", "stealing", "load", "25,50,80", "micros", "100", "actors", "64", "seconds", "3");
        return new Tool(OpenLoop.class, HELP, defaults, OpenLoop::read);
    }

    private static Tool.Work read(Arguments arguments) {
        String name = arguments.oneOf("system", SYSTEMS);
        List<Integer> loads = arguments.numbers("load", 1, MOST_PERCENT);
        int micros = arguments.number("micros", 1, MOST_MICROS);
        int actors = arguments.number("actors", 1, MOST_ACTORS);
        long nanos = arguments.seconds("seconds").toNanos();
        return () -> {
            Computing computing = Computing.calibrated();
            for (int load : loads) {
                try (Peer peer = Systems.open(name)) {
                    measure(peer, name, computing, load, micros, actors, nanos);
                }
            }
            return 0;
        };
    }

    private static void measure(
            Peer peer, String name, Computing computing, int load, int micros, int actors, long nanos)
            throws InterruptedException {
        int capacity = Math.min(Batch.WORKERS, Runtime.getRuntime().availableProcessors());
        double meanGap = micros * MICRO / capacity * PERCENT / load;
        SplittableRandom random = new SplittableRandom(load);
        Latencies latencies = Latencies.begin(nanos, nanos);
        List<Recipient<Long>> answering = new ArrayList<>();
        for (int i = 0; i < actors; i++) {
            answering.add(peer.spawn((intended, self) -> {
                computing.micros(micros);
                latencies.took(intended);
            }));
        }
        long start = System.nanoTime();
        long measured = 0;
        double next = 0;
        while (next < 2 * nanos) {
            next -= meanGap * Math.log(1 - random.nextDouble());
            long intended = start + (long) next;
            for (long early = intended - System.nanoTime(); early > 0; early = intended - System.nanoTime()) {
                LockSupport.parkNanos(early);
            }
            answering.get(random.nextInt(actors)).tell(intended);
            measured += latencies.measures(intended) ? 1 : 0;
        }
        new Figure("latency", "open-loop", name, Map.of("loadPercent", (long) load)).print(latencies.await(measured));
    }
}
