// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.burst;

import io.troupe.bench.harness.Batch;
import io.troupe.bench.harness.Extras;
import io.troupe.bench.owner.Crew;
import io.troupe.bench.owner.Memory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A crew that rests between bursts. Knows when each thread handled its first message of a burst. */
@State(Scope.Benchmark)
public class Burst {
    private static final int ACTORS_PER_WORKER = 32;
    private static final int BYTES = 64;

    /** Milliseconds without work before each burst. */
    @Param("50")
    public int pause = 50;

    /** Messages of each of the 32 actors per worker. */
    @Param("20")
    public int messages = 20;

    /** Accesses of a message; 7000 take about 10 µs. */
    @Param("7000")
    public int accesses = 7_000;

    private final Map<Thread, Long> firsts = new ConcurrentHashMap<>();
    private final List<Double> busyMicros = new ArrayList<>();
    private long start;
    private int bursts;

    @SuppressWarnings("NullAway.Init") // set in allocate()
    private Crew crew;

    /** Made by JMH. */
    public Burst() {}

    /** Makes the actors' work. */
    @Setup(Level.Trial)
    public void allocate() {
        List<Memory> memories = new ArrayList<>();
        for (int i = 0; i < ACTORS_PER_WORKER * Batch.WORKERS; i++) {
            memories.add(Memory.array(BYTES, i));
        }
        crew = new Crew(memories, (owner, message) -> {
            if (message == 0) {
                firsts.computeIfAbsent(Thread.currentThread(), thread -> System.nanoTime());
            }
            return accesses;
        });
    }

    /** Rests. */
    @Setup(Level.Invocation)
    public void pause() throws InterruptedException {
        Thread.sleep(pause);
        firsts.clear();
        start = System.nanoTime();
    }

    /** Notes when the last worker joined, if all did. */
    @TearDown(Level.Invocation)
    public void note() {
        bursts++;
        firsts.values().stream()
                .sorted()
                .skip(Batch.WORKERS - 1L)
                .findFirst()
                .ifPresent(last -> busyMicros.add((last - start) / 1e3));
    }

    /** Reports when all workers were busy. */
    @TearDown(Level.Iteration)
    public void report() {
        if (Extras.wanted()) {
            Extras.average("allBusy", "% of bursts", 100.0 * busyMicros.size() / bursts);
            busyMicros.stream()
                    .mapToDouble(micros -> micros)
                    .average()
                    .ifPresent(average -> Extras.average("allBusyAfter", "us", average));
            busyMicros.stream()
                    .mapToDouble(micros -> micros)
                    .max()
                    .ifPresent(longest -> Extras.largest("allBusyAfterMax", "us", longest));
        }
        busyMicros.clear();
        bursts = 0;
    }

    /** Looks for lost updates. */
    @TearDown(Level.Trial)
    public void verify() {
        crew.verify();
    }

    Crew crew() {
        return crew;
    }

    long run() {
        return crew.run(crew.equally(messages));
    }
}
