// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.locality;

import io.troupe.bench.harness.Extras;
import io.troupe.bench.harness.Workload;
import io.troupe.bench.owner.Crew;
import io.troupe.bench.owner.Memory;
import io.troupe.bench.peer.Peer;
import io.troupe.core.ActorSystem;
import io.troupe.core.actor.ActorOptions;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A cell of the grid: so many actors with so much memory each. */
@State(Scope.Benchmark)
public class Grid {
    /** Messages of all actors per batch: a multiple of the usual numbers of actors, hundreds for each of them. */
    static final int MESSAGES = 1_200_000;

    private static final double SHARE_OF_HEAP = 0.75;

    /** Number of actors. */
    @Param({"24", "240", "8000"})
    public int actors = 24;

    /** Memory of each. */
    @Param({"64", "2000", "32000", "320000"})
    public int bytes = 64;

    /** Reads and writes per message. */
    @Param("100")
    public int accesses = 100;

    /** What the memory is: array or map. */
    @Param("array")
    public String variant = "array";

    /** Who sends an actor its next message: self or other. */
    @Param("self")
    public String driver = "self";

    @SuppressWarnings("NullAway.Init") // set in allocate()
    private Crew crew;

    /** Made by JMH. */
    public Grid() {}

    /** Makes the memories. */
    @Setup(Level.Trial)
    public void allocate() {
        if (actors < 1 || MESSAGES % actors != 0) {
            throw new IllegalArgumentException("actors must divide " + MESSAGES + ": actors=" + actors);
        }
        long heap = Runtime.getRuntime().maxMemory();
        if ((double) actors * bytes > heap * SHARE_OF_HEAP) {
            throw new IllegalArgumentException("memories must fit into 75 % of the heap (-jvmArgsAppend -Xmx…): actors="
                    + actors + ", bytes=" + bytes + ", heap=" + heap);
        }
        List<Memory> memories = new ArrayList<>(actors);
        for (int i = 0; i < actors; i++) {
            memories.add(memory(i));
        }
        int times = accesses;
        crew = new Crew(memories, (owner, message) -> times);
    }

    private Memory memory(int seed) {
        return switch (variant) {
            case "array" -> Memory.array(bytes, seed);
            case "map" -> Memory.map(bytes, seed);
            default -> throw new IllegalArgumentException("variant must be array or map: variant=" + variant);
        };
    }

    /** How fair the schedule is; in a batch of its own, because the clock is not free. */
    @TearDown(Level.Iteration)
    public void watch() {
        if (Extras.wanted()) {
            Extras.largest("longestWait", "ms", crew.longestWaitMillis(crew.equally(MESSAGES / actors)));
        }
    }

    /** Looks for lost updates. */
    @TearDown(Level.Trial)
    public void verify() {
        crew.verify();
    }

    Workload onTroupe(ActorSystem system) {
        if (selfDriven()) {
            crew.selfDriven(system, owner -> ActorOptions.defaults());
        } else {
            crew.driven(system);
        }
        return batches();
    }

    Workload onPeer(Peer peer) {
        if (selfDriven()) {
            crew.selfDriven(peer);
        } else {
            crew.driven(peer);
        }
        return batches();
    }

    /** Batches of a crew that somebody else has told how to start. */
    Workload batches() {
        int[] quotas = crew.equally(MESSAGES / actors);
        return () -> crew.run(quotas);
    }

    Crew crew() {
        return crew;
    }

    boolean selfDriven() {
        return switch (driver) {
            case "self" -> true;
            case "other" -> false;
            default -> throw new IllegalArgumentException("driver must be self or other: driver=" + driver);
        };
    }
}
