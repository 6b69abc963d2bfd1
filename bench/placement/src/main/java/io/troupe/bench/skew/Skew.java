// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.skew;

import io.troupe.bench.harness.Batch;
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

/** A crew of which a tenth is hot. The set of the hot ones can move. */
@State(Scope.Benchmark)
public class Skew {
    /** Messages of all actors, nine tenths of them to the hot ones. */
    public static final int MESSAGES = 900_000;

    private static final int HOT_SHARE = 10;
    /** Messages to a hot actor for one to a cold one. */
    private static final int HOT_WEIGHT = 81;

    /** Number of actors. */
    @Param("1000")
    public int actors = 1_000;

    /** Memory of each. */
    @Param("2000")
    public int bytes = 2_000;

    /** Reads and writes per message. */
    @Param("100")
    public int accesses = 100;

    @SuppressWarnings("NullAway.Init") // set in allocate()
    private Crew crew;

    /** Made by JMH. */
    public Skew() {}

    /** Makes the memories. */
    @Setup(Level.Trial)
    public void allocate() {
        if (actors < Math.max(HOT_SHARE, Batch.WORKERS) || actors % HOT_SHARE != 0 || MESSAGES / 9 % actors != 0) {
            throw new IllegalArgumentException("actors must be a multiple of 10, not fewer than workers, and divide "
                    + MESSAGES / 9 + ": actors=" + actors);
        }
        List<Memory> memories = new ArrayList<>(actors);
        for (int i = 0; i < actors; i++) {
            memories.add(Memory.array(bytes, i));
        }
        int times = accesses;
        crew = new Crew(memories, (owner, message) -> times);
    }

    /** Looks for lost updates. */
    @TearDown(Level.Trial)
    public void verify() {
        crew.verify();
    }

    /** The actors. */
    public Crew crew() {
        return crew;
    }

    /**
     * Messages by actor. Where homes are given in turn, the hot actors of a phase share a worker as far as there are enough
     * on it, and those of the next phase share the next worker.
     */
    public int[] quotas(int phase) {
        int cold = MESSAGES / 9 / actors;
        int[] quotas = new int[actors];
        Arrays.fill(quotas, cold);
        for (int i = 0; i < actors / HOT_SHARE; i++) {
            quotas[byWorker(actors, firstHot(phase) + i)] = HOT_WEIGHT * cold;
        }
        return quotas;
    }

    private int firstHot(int phase) {
        return phase % Batch.WORKERS * (actors / Batch.WORKERS) + phase / Batch.WORKERS * (actors / HOT_SHARE);
    }

    /** The best assignment, in every phase: neighbours in the order of {@link #byWorker} are dealt out. */
    public int[] bestWorkers() {
        int[] workers = new int[actors];
        for (int rank = 0; rank < actors; rank++) {
            workers[byWorker(actors, rank)] = rank % Batch.WORKERS;
        }
        return workers;
    }

    /**
     * Actors in the order of the workers that they get where homes are given in turn: 0, W, 2 W … 1, W + 1 …
     *
     * @param actors how many there are
     * @param rank in that order, goes round
     */
    public static int byWorker(int actors, int rank) {
        int perWorker = actors / Batch.WORKERS;
        int place = rank % (perWorker * Batch.WORKERS);
        return place % perWorker * Batch.WORKERS + place / perWorker;
    }
}
