// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.latency;

import io.troupe.bench.footprint.Figure;
import io.troupe.bench.footprint.Systems;
import io.troupe.bench.harness.Arguments;
import io.troupe.bench.harness.Tool;
import io.troupe.bench.peer.Behavior;
import io.troupe.bench.peer.Peer;
import io.troupe.bench.peer.Recipient;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * How long actors with little to do wait beside floods: actors that always have a thousand messages, of one microsecond each, or of
 * one and of many by turns. A thread outside tells a light actor every half millisecond, which is measured from the call on.
 */
public final class BesideFloods {
    private static final List<String> SYSTEMS = Systems.and();
    private static final String HELP =
            "Prints percentiles of the wait of light actors beside floods, and the rate of the floods."
                    + "\n  --system   " + Systems.help(SYSTEMS)
                    + "\n  --floods   numbers of actors that are never without work, with commas"
                    + "\n  --long     microseconds of every other message of theirs, with commas; the others take one"
                    + "\n  --seconds  length of each measurement; as long again for warming up";
    private static final int MOST_FLOODS = 64;
    private static final int MOST_MICROS = 100_000;
    private static final int LIGHT = 16;
    private static final int DEPTH = 1_000;
    private static final long PAUSE_NANOS = 500_000;
    private static final double SECOND = 1e9;
    private static final int LIMIT_SECONDS = 60;

    private final Peer peer;
    private final Computing computing;
    private final int longMicros;
    private final LongAdder flooded = new LongAdder();
    private final Semaphore drained = new Semaphore(0);
    private final Semaphore arrived = new Semaphore(0);
    private volatile boolean goesOn = true;

    private BesideFloods(Peer peer, Computing computing, int longMicros) {
        this.peer = peer;
        this.computing = computing;
        this.longMicros = longMicros;
    }

    /** Measures. */
    public static void main(String[] args) {
        tool().start(args);
    }

    /** The program, for its start and for tests. */
    public static Tool tool() {
        Map<String, String> defaults = Map.of("system", "stealing", "floods", "0,1,2", "long", "1,200", "seconds", "2");
        return new Tool(BesideFloods.class, HELP, defaults, BesideFloods::read);
    }

    private static Tool.Work read(Arguments arguments) {
        String name = arguments.oneOf("system", SYSTEMS);
        List<Integer> floods = arguments.numbers("floods", 0, MOST_FLOODS);
        List<Integer> longs = arguments.numbers("long", 1, MOST_MICROS);
        long nanos = arguments.seconds("seconds").toNanos();
        return () -> {
            Computing computing = Computing.calibrated();
            for (int number : floods) {
                for (int micros : number == 0 ? longs.subList(0, 1) : longs) {
                    try (Peer peer = Systems.open(name)) {
                        new BesideFloods(peer, computing, micros).measure(name, number, nanos);
                    }
                }
            }
            return 0;
        };
    }

    private void measure(String name, int floods, long nanos) throws InterruptedException {
        Latencies latencies = Latencies.begin(nanos, nanos);
        List<Recipient<Long>> light = new ArrayList<>();
        for (int i = 0; i < LIGHT; i++) {
            light.add(peer.spawn((sent, self) -> {
                latencies.took(sent);
                arrived.release();
            }));
        }
        for (int i = 0; i < floods; i++) {
            Recipient<Boolean> flood = peer.spawn(flood());
            for (int message = 0; message < DEPTH; message++) {
                flood.tell(message % 2 == 0);
            }
        }
        int told = 0;
        long measured = 0;
        long before = -1;
        long start = 0;
        while (!latencies.isOver()) {
            LockSupport.parkNanos(PAUSE_NANOS);
            if (before < 0 && latencies.isWarm()) {
                before = flooded.sum();
                start = System.nanoTime();
            }
            long sent = System.nanoTime();
            light.get(told++ % LIGHT).tell(sent);
            measured += latencies.measures(sent) ? 1 : 0;
        }
        double rate = (flooded.sum() - before) / ((System.nanoTime() - start) / SECOND);
        goesOn = false; // what starves beside the floods arrives after their end, and has waited at least until then
        Histogram waited = latencies.await(measured);
        if (!drained.tryAcquire(floods * DEPTH, LIMIT_SECONDS, TimeUnit.SECONDS)
                || !arrived.tryAcquire(told, LIMIT_SECONDS, TimeUnit.SECONDS)) { // what is told last is not measured
            throw new IllegalStateException("floods must come to their end: limitSeconds=" + LIMIT_SECONDS);
        }
        Map<String, Long> settings = new LinkedHashMap<>();
        settings.put("floods", (long) floods);
        settings.put("longMicros", (long) longMicros);
        new Figure("latency", "beside-floods", name, settings).print(waited);
        if (floods > 0) {
            new Figure("latency", "flood-rate", name, settings).print(rate, "ops/s");
        }
    }

    private Behavior<Boolean> flood() {
        return (quick, self) -> {
            if (goesOn) {
                computing.micros(quick ? 1 : longMicros);
                flooded.increment();
                self.tell(quick);
            } else {
                drained.release();
            }
        };
    }
}
