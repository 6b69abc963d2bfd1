// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.mixed;

import io.troupe.bench.harness.Batch;
import io.troupe.bench.harness.Extras;
import io.troupe.bench.owner.Crew;
import io.troupe.bench.owner.Memory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A crew with short and long messages. Work is counted in accesses, not in time: a thread that has to wait does not work. */
@State(Scope.Benchmark)
public class Mix {
    /** Messages of all actors, one long in a thousand. */
    static final int MESSAGES = 100_000;

    private static final int ACTORS = 100;
    private static final int SLOW_ACTORS = 10;
    private static final int LONG_ONE_IN = 1_000;
    private static final int BYTES = 64;

    /** What is long: all messages of ten actors in a hundred, or every thousandth message of each. */
    @Param({"actor", "message"})
    public String by = "actor";

    /** Accesses of a short message; 700 take about 1 µs. */
    @Param("700")
    public int shortAccesses = 700;

    /** Accesses of a long message. */
    @Param("700000")
    public int longAccesses = 700_000;

    private final boolean[] slow = new boolean[ACTORS];
    private final int[] quotas = new int[ACTORS];

    @SuppressWarnings("NullAway.Init") // set in allocate()
    private Crew crew;

    /** Made by JMH. */
    public Mix() {}

    /** Makes the actors' work. Slow actors begin on the same worker where homes are given in turn. */
    @Setup(Level.Trial)
    public void allocate() {
        int slowActors = slowActors();
        Arrays.fill(quotas, MESSAGES / ACTORS);
        if (slowActors > 0) {
            int messages = MESSAGES / LONG_ONE_IN / slowActors;
            Arrays.fill(quotas, (MESSAGES - slowActors * messages) / (ACTORS - slowActors));
            for (int i = 0; i < slowActors; i++) {
                int index = i * Batch.WORKERS % ACTORS + i * Batch.WORKERS / ACTORS;
                slow[index] = true;
                quotas[index] = messages;
            }
        }
        List<Memory> memories = new ArrayList<>();
        for (int i = 0; i < ACTORS; i++) {
            memories.add(Memory.array(BYTES, i));
        }
        boolean everybody = slowActors == 0;
        crew = new Crew(
                memories,
                (owner, message) -> slow[owner] || (everybody && (message + owner) % LONG_ONE_IN == 0)
                        ? longAccesses
                        : shortAccesses);
    }

    private int slowActors() {
        return switch (by) {
            case "actor" -> SLOW_ACTORS;
            case "message" -> 0;
            default -> throw new IllegalArgumentException("by must be actor or message: by=" + by);
        };
    }

    /** How long a message had to wait at most. */
    @TearDown(Level.Iteration)
    public void watch() {
        if (Extras.wanted()) {
            Extras.largest("longestWait", "ms", crew.longestWaitMillis(quotas));
        }
    }

    /** Looks for lost updates. */
    @TearDown(Level.Trial)
    public void verify() {
        crew.verify();
    }

    /** The best assignment: slow and quick actors are dealt out. */
    int[] bestWorkers() {
        int[] workers = new int[ACTORS];
        int dealtSlow = 0;
        int dealtQuick = 0;
        for (int i = 0; i < ACTORS; i++) {
            workers[i] = (slow[i] ? dealtSlow++ : dealtQuick++) % Batch.WORKERS;
        }
        return workers;
    }

    Crew crew() {
        return crew;
    }

    long run() {
        return crew.run(quotas);
    }
}
