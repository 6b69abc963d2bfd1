// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.simulation;

import java.util.SplittableRandom;

/**
 * Who sends what to whom. Messages are tokens that wander from actor to actor: after a message was processed, the token goes
 * on to the next actor, or ends. All times in nanoseconds.
 */
abstract class Scenario {
    private static final double SPREAD = 0.5;

    final String name;
    final int workers;
    final int actors;
    /** Tokens on their way from the beginning. */
    int tokens;
    /** The run ends after so many messages, or at {@link #end}. */
    long messages = Long.MAX_VALUE;

    long end = Long.MAX_VALUE;
    /** What a wake-up from another worker costs the one that is woken up. */
    long hop = 5_000;

    int stateBytes = 4_096;
    /** Whether all workers run from the beginning and actors are spread over them at random; else all are on the first. */
    boolean spread = true;
    /** Mean time between tokens from outside; 0: none. */
    long arrivals;
    /** How long everything stays as it is; 0: for good. */
    long phase;
    /** At this time so many more tokens come from outside; 0: never. */
    long burstAt;

    int burst;

    Scenario(String name, int workers, int actors) {
        this.name = name;
        this.workers = workers;
        this.actors = actors;
    }

    /** Mean cost of a message to this actor. */
    abstract long mean(int actor);

    /** Where a token goes next; negative: nowhere. */
    abstract int next(int actor, long now, SplittableRandom random);

    /** Part of all messages that goes to this actor, times any factor. */
    abstract double frequency(int actor, int phaseNumber);

    /** Actors of the same group are best kept together. */
    int group(int actor) {
        return actor;
    }

    /** Uniform between half and one and a half of the mean. */
    final long cost(int actor, SplittableRandom random) {
        return (long) (mean(actor) * (1 - SPREAD + 2 * SPREAD * random.nextDouble()));
    }

    final int phaseAt(long now) {
        return phase == 0 ? 0 : (int) (now / phase);
    }

    final double work(int actor, int phaseNumber) {
        return frequency(actor, phaseNumber) * mean(actor);
    }

    /** Messages that all workers can process in this time, if nothing else costs anything. */
    final long capacity(double seconds) {
        double time = 0;
        double count = 0;
        for (int actor = 0; actor < actors; actor++) {
            time += work(actor, 0);
            count += frequency(actor, 0);
        }
        return (long) (workers * seconds * 1e9 * count / time);
    }
}
