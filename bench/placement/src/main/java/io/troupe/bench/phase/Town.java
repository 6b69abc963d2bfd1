// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.phase;

import io.troupe.bench.harness.Batch;
import io.troupe.bench.harness.Parts;
import io.troupe.bench.owner.Memory;
import io.troupe.bench.skew.Skew;
import io.troupe.core.ActorSystem;
import io.troupe.core.actor.ActorOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntFunction;

/**
 * Houses, each an actor with memory, and guests that walk from house to house for ever: nine of ten steps lead to a hot
 * house. The number of guests is the number of messages on the way, so the load is the same for every dispatcher.
 */
final class Town {
    private static final int HOT_SHARE = 10;
    private static final int COLD_ONE_IN = 10;

    private final int accesses;
    private final List<Memory> memories = new ArrayList<>();
    private final List<House> houses = new ArrayList<>();
    private final LongAdder visits = new LongAdder();
    private final Parts guests;
    private final int count;
    private volatile int firstHot;
    private volatile boolean closed;

    /**
     * An empty town.
     *
     * @param size number of houses
     * @param bytes of memory in each
     * @param accesses of a visit
     * @param guests on their way at any time
     */
    Town(int size, int bytes, int accesses, int guests) {
        this.accesses = accesses;
        this.count = guests;
        this.guests = new Parts(guests);
        for (int i = 0; i < size; i++) {
            memories.add(Memory.array(bytes, i));
        }
    }

    /** Makes the actors and lets the guests in. */
    void open(ActorSystem system, IntFunction<ActorOptions> options) {
        for (Memory memory : memories) {
            houses.add(system.spawn(House.class, () -> new House(this, memory), options.apply(houses.size())));
        }
        for (int guest = 0; guest < count; guest++) {
            pick(guest).visit(guest);
        }
    }

    /** Where homes are given in turn, all hot houses are on one worker; in the next phase on the next one. */
    void phase(int number) {
        firstHot = number % Batch.WORKERS * (memories.size() / Batch.WORKERS)
                + number / Batch.WORKERS * (memories.size() / HOT_SHARE);
    }

    /** On the thread of a house. */
    void visited(Memory memory, long seed) {
        memory.access(accesses);
        visits.increment();
        if (closed) {
            guests.complete(1);
        } else {
            long next = seed * 6364136223846793005L + 1442695040888963407L;
            pick(next).visit(next);
        }
    }

    private House pick(long seed) {
        int random = (int) (seed >>> 33);
        if (random % COLD_ONE_IN == 0) {
            return houses.get(random / COLD_ONE_IN % houses.size());
        }
        int hot = random / COLD_ONE_IN % (houses.size() / HOT_SHARE);
        return houses.get(Skew.byWorker(houses.size(), firstHot + hot));
    }

    /** Messages so far. */
    long visits() {
        return visits.sum();
    }

    /** Waits until all guests have left, and looks for lost ones and lost updates. */
    void close() {
        closed = true;
        guests.await(count);
        memories.forEach(Memory::verify);
        long accessed = memories.stream().mapToLong(Memory::accessed).sum();
        if (accessed != visits.sum() * accesses) {
            throw new IllegalStateException(
                    "every visit must count once: accesses=" + accessed + ", visits=" + visits.sum());
        }
    }
}
