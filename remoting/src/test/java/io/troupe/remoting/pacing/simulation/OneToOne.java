// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing.simulation;

import static io.troupe.remoting.pacing.simulation.World.MILLI;
import static io.troupe.remoting.pacing.simulation.World.SECOND;

import java.util.function.LongToDoubleFunction;
import java.util.function.ToIntFunction;

/** One sender, one receiver that works off 200 k/s give or take a quarter. */
final class OneToOne {
    static final double RATE = 200_000;
    static final int CAPACITY = 16_384;
    static final int CAPACITY_FAR = 65_536;
    static final int WINDOW = 32_768;
    private static final double FULL = 0.25;

    private OneToOne() {}

    /**
     * What came of it.
     *
     * @param goodput done, in percent of what the receiver could have done
     * @param most queued
     * @param later most queued after the first second
     * @param mean queued
     * @param controls control messages per second
     * @param backlog most messages that waited at the sender
     * @param recovered milliseconds until all was as before the disturbance; -1: not within the run
     */
    record Result(double goodput, int most, int later, double mean, double controls, double backlog, int recovered) {}

    static int capacity(long rtt) {
        return rtt >= 100 * MILLI ? CAPACITY_FAR : CAPACITY;
    }

    static Result saturating(Way way, long rtt) {
        World world = world(way, rtt, Source.saturating(), now -> RATE);
        return result(world, 1, 5, any -> -1);
    }

    /** 200 k/s, for three seconds 50 k/s, and 200 k/s again. */
    static Result slowDown(Way way, long rtt) {
        World world = world(way, rtt, Source.saturating(), now -> between(now, 1, 4) ? RATE / 4 : RATE);
        return result(world, 1, 6, OneToOne::busyAgain);
    }

    private static int busyAgain(World world) {
        Queue queue = world.queues.get(0);
        int back = Series.bin(4);
        for (int bin = back; bin < Series.bin(6); bin++) {
            if (queue.consumed.sum(bin) >= 0.9 * queue.possible.sum(bin)) {
                return (bin + 1 - back) * (int) (Series.BIN / MILLI);
            }
        }
        return -1;
    }

    /** Events at 75 % of what the receiver can do, which stands still for 200 ms. */
    static Result receiverPause(Way way, long rtt) {
        World world = world(way, rtt, Source.stream(now -> 0.75 * RATE), now -> between(now, 1, 1.2) ? 0 : RATE);
        return result(world, 0, 4, any -> recovered(any, 1.2));
    }

    /** Events at 75 % of what the receiver can do; the sender stands still for 200 ms, the events do not. */
    static Result senderPause(Way way, long rtt) {
        World world = world(way, rtt, Source.stream(now -> 0.75 * RATE), now -> RATE);
        world.frozenFrom = SECOND;
        world.frozenUntil = SECOND + 200 * MILLI;
        return result(world, 0, 4, any -> recovered(any, 1.2));
    }

    /** 100 ms at 500 k/s, 300 ms nothing. */
    static Result bursts(Way way, long rtt) {
        Source source = Source.stream(now -> now / MILLI % 400 < 100 ? 500_000 : 0);
        return result(world(way, rtt, source, now -> RATE), 0, 4, any -> -1);
    }

    private static World world(Way way, long rtt, Source source, LongToDoubleFunction rate) {
        World world = new World(rtt < MILLI ? 25_000 : 50_000);
        Queue queue = world.queue(new Queue(capacity(rtt), 7, rate));
        world.flow(world.link(rtt, WINDOW), queue, source, way.scheme(queue, rtt));
        return world;
    }

    private static boolean between(long now, double from, double to) {
        return now >= from * SECOND && now < to * SECOND;
    }

    private static int recovered(World world, double since) {
        Queue queue = world.queues.get(0);
        Series backlog = world.flows.get(0).backlog;
        int from = Series.bin(since);
        for (int bin = from; bin < Series.bin(4); bin++) {
            if (queue.length.mean(bin) < FULL * queue.capacity && backlog.mean(bin) < RATE / 1000) {
                return (bin - from) * (int) (Series.BIN / MILLI);
            }
        }
        return -1;
    }

    /** Runs it. */
    private static Result result(World world, double from, double to, ToIntFunction<World> recovered) {
        Queue queue = world.queues.get(0);
        world.run(1);
        int first = queue.most;
        queue.most = 0;
        world.run(1, to);
        Flow flow = world.flows.get(0);
        return new Result(
                100 * queue.consumed.sum(from, to) / queue.possible.sum(from, to),
                Math.max(first, queue.most),
                queue.most,
                queue.length.mean(from, to),
                flow.controls / to,
                flow.mostOutbox,
                recovered.applyAsInt(world));
    }
}
