// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.pi;

import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.Spawner;
import io.troupe.core.promise.Promise;
import java.util.ArrayList;
import java.util.List;

/** An accumulator and its workers, ready to compute. Any thread. */
public final class Pi {
    private final PiAccumulator accumulator;
    private final List<PiWorker> workers;

    private Pi(PiAccumulator accumulator, List<PiWorker> workers) {
        this.accumulator = accumulator;
        this.workers = List.copyOf(workers);
    }

    /**
     * Spawns the actors: worker i at home on thread i, the accumulator on the last one.
     *
     * @param spawner the system or an actor's context
     * @param count number of workers
     */
    public static Pi spawn(Spawner spawner, int count) {
        PiAccumulator accumulator = spawner.spawn(
                PiAccumulator.class, PiAccumulator::new, ActorOptions.defaults().worker(count - 1));
        List<PiWorker> workers = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int index = i;
            workers.add(spawner.spawn(
                    PiWorker.class,
                    () -> new PiWorker(index, accumulator),
                    ActorOptions.defaults().worker(index)));
        }
        return new Pi(accumulator, workers);
    }

    /** Computes Pi, one sum at a time. */
    public Promise<Double> compute(long jobs, int terms) {
        return accumulator.run(workers, jobs, terms);
    }

    /** The actor that knows how far it is. */
    public PiAccumulator accumulator() {
        return accumulator;
    }
}
