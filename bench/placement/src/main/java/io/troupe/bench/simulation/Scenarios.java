// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The loads that schedulers are compared on. Messages of 25 µs and hops of 5 µs stand for those of 1 µs and 0.2 µs: the same
 * proportion at a twenty-fifth of the events.
 */
final class Scenarios {
    private static final long MICRO = 1_000;
    private static final long MILLI = 1_000_000;
    private static final int PER_WORKER = 40;
    private static final int TOKENS = 20;
    private static final double HOT_ACTORS = 0.1;
    private static final double HOT_MESSAGES = 0.9;
    private static final int CLUSTER = 10;
    private static final double FAITHFUL = 0.97;
    private static final int SPOKES = 400;

    private Scenarios() {}

    /** All of them. */
    static List<Scenario> all(int workers) {
        return new ArrayList<>(List.of(
                skew(workers),
                phases(workers),
                chatty(workers),
                uniform(workers),
                mixed(workers),
                burst(workers),
                light(workers),
                giant(workers, 25 * MICRO, "giant"),
                giant(workers, 2 * MICRO, "giant-tiny"),
                grow(workers),
                hub(workers)));
    }

    /** A tenth of the actors gets nine tenths of the messages; another tenth in every phase. */
    private static final class Skewed extends Scenario {
        private final int hot;
        private final long mean;

        Skewed(String name, int workers, long mean) {
            super(name, workers, PER_WORKER * workers);
            this.mean = mean;
            this.hot = (int) (actors * HOT_ACTORS);
            tokens = TOKENS * workers;
        }

        @Override
        long mean(int actor) {
            return mean;
        }

        @Override
        int next(int actor, long now, SplittableRandom random) {
            int first = phaseAt(now) * hot % actors;
            boolean isHot = random.nextDouble() < HOT_MESSAGES;
            int at = isHot ? random.nextInt(hot) : hot + random.nextInt(actors - hot);
            return (first + at) % actors;
        }

        @Override
        double frequency(int actor, int phaseNumber) {
            int at = Math.floorMod(actor - phaseNumber * hot, actors);
            return at < hot ? HOT_MESSAGES / hot : (1 - HOT_MESSAGES) / (actors - hot);
        }
    }

    private static Scenario skew(int workers) {
        Scenario scenario = new Skewed("skew", workers, 50 * MICRO);
        scenario.messages = scenario.capacity(2);
        return scenario;
    }

    private static Scenario phases(int workers) {
        Scenario scenario = new Skewed("phases", workers, 100 * MICRO);
        scenario.phase = 2_000 * MILLI;
        scenario.messages = scenario.capacity(6);
        return scenario;
    }

    /** Everybody to everybody. */
    private static class Uniform extends Scenario {
        private final long mean;

        Uniform(String name, int workers, int actors, long mean) {
            super(name, workers, actors);
            this.mean = mean;
            tokens = TOKENS * workers;
        }

        @Override
        long mean(int actor) {
            return mean;
        }

        @Override
        int next(int actor, long now, SplittableRandom random) {
            return random.nextInt(actors);
        }

        @Override
        double frequency(int actor, int phaseNumber) {
            return 1;
        }
    }

    /** Groups of ten that hardly talk to others, started on random workers. */
    private static Scenario chatty(int workers) {
        int actors = PER_WORKER * workers;
        Scenario scenario = new Uniform("chatty", workers, actors, 25 * MICRO) {
            @Override
            int next(int actor, long now, SplittableRandom random) {
                boolean stays = random.nextDouble() < FAITHFUL;
                return stays ? group(actor) * CLUSTER + random.nextInt(CLUSTER) : random.nextInt(actors);
            }

            @Override
            int group(int actor) {
                return actor / CLUSTER;
            }
        };
        scenario.messages = scenario.capacity(2);
        return scenario;
    }

    private static Scenario uniform(int workers) {
        Scenario scenario = new Uniform("uniform", workers, PER_WORKER * workers, 50 * MICRO);
        scenario.hop = 1_000;
        scenario.messages = scenario.capacity(3);
        return scenario;
    }

    /** One actor in ten takes a millisecond per message, the others a microsecond; the latter get most messages. */
    private static Scenario mixed(int workers) {
        int actors = PER_WORKER * workers;
        Scenario scenario = new Uniform("mixed", workers, actors, MICRO) {
            @Override
            long mean(int actor) {
                return actor % 10 == 0 ? MILLI : MICRO;
            }

            @Override
            int next(int actor, long now, SplittableRandom random) {
                int at = random.nextInt(actors / 10) * 10;
                return random.nextDouble() < 0.05 ? at : at + 1 + random.nextInt(9);
            }

            @Override
            double frequency(int actor, int phaseNumber) {
                return actor % 10 == 0 ? 0.5 : 0.95 / 0.9 * 1;
            }
        };
        scenario.hop = 200;
        scenario.messages = scenario.capacity(1.5);
        return scenario;
    }

    /** A little to do, then nothing for half a second, then more than all workers can, at once. */
    private static Scenario burst(int workers) {
        Scenario scenario = new Uniform("burst", workers, PER_WORKER * workers, 2 * MICRO) {
            @Override
            int next(int actor, long now, SplittableRandom random) {
                boolean before = now < burstAt;
                return before ? (random.nextDouble() < 0.5 || now > burstAt / 2 ? -1 : random.nextInt(actors)) : actor;
            }
        };
        scenario.tokens = 0;
        scenario.hop = 200;
        scenario.stateBytes = 512;
        scenario.spread = false;
        scenario.arrivals = 40 * MICRO;
        scenario.burstAt = 1_000 * MILLI;
        scenario.burst = PER_WORKER * workers;
        scenario.end = 1_060 * MILLI;
        return scenario;
    }

    /** A tenth of what one worker can do. */
    private static Scenario light(int workers) {
        Scenario scenario = new Uniform("light", workers, PER_WORKER * workers, 20 * MICRO) {
            @Override
            int next(int actor, long now, SplittableRandom random) {
                return random.nextInt(4) == 0 ? -1 : random.nextInt(actors);
            }
        };
        scenario.tokens = 0;
        scenario.spread = false;
        scenario.arrivals = 800 * MICRO;
        scenario.end = 5_000 * MILLI;
        return scenario;
    }

    /** All actors talk to all. */
    private static Scenario giant(int workers, long mean, String name) {
        Scenario scenario = new Uniform(name, workers, PER_WORKER * workers, mean);
        scenario.messages = scenario.capacity(mean < 5 * MICRO ? 0.2 : 1);
        return scenario;
    }

    /** The same, with all actors on the one worker that runs: those of plain stealing have a head start. */
    private static Scenario grow(int workers) {
        Scenario scenario = giant(workers, 25 * MICRO, "grow");
        scenario.spread = false;
        scenario.messages = scenario.capacity(2);
        return scenario;
    }

    /** Many cheap actors that only talk to one: every other message is for it, and a hop costs as much as a message. */
    private static Scenario hub(int workers) {
        Scenario scenario = new Uniform("hub", workers, SPOKES + 1, 5 * MICRO) {
            @Override
            int next(int actor, long now, SplittableRandom random) {
                return actor > 0 ? 0 : 1 + random.nextInt(SPOKES);
            }

            @Override
            double frequency(int actor, int phaseNumber) {
                return actor > 0 ? 1.0 / SPOKES : 1;
            }
        };
        scenario.tokens = SPOKES / 2;
        scenario.spread = false;
        scenario.messages = scenario.capacity(2.0 / workers);
        return scenario;
    }
}
