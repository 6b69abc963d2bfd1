// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing.simulation;

import static io.troupe.remoting.pacing.simulation.World.MILLI;

import io.troupe.remoting.pacing.QueueWatch;

/** Four senders at different distances feed one queue; two targets share one link. */
final class ManyToOne {
    private static final long[] DISTANCES = {MILLI, MILLI, 10 * MILLI, 10 * MILLI};

    private ManyToOne() {}

    /**
     * What came of it.
     *
     * @param goodput done, in percent of what the receiver could have done
     * @param most queued after the first second
     * @param mean queued
     * @param fairness Jain's index over the senders: 1 is fair, 0.25 is one for all
     * @param last messages per second of the last sender
     */
    record Result(double goodput, double most, double mean, double fairness, double last) {}

    static Result saturating(Way way) {
        return run(way, Source.saturating());
    }

    /** The last sender has little to send. */
    static Result withLightSender(Way way) {
        return run(way, Source.stream(now -> 10_000));
    }

    private static Result run(Way way, Source last) {
        World world = new World(50_000);
        Queue queue = world.queue(new Queue(OneToOne.CAPACITY, 7, now -> OneToOne.RATE));
        QueueWatch watch = Nak.watch(queue);
        for (int i = 0; i < DISTANCES.length; i++) {
            long rtt = DISTANCES[i];
            Scheme scheme = way == Way.PACING ? new Nak(watch, rtt) : way.scheme(queue, rtt);
            Source source = i == DISTANCES.length - 1 ? last : Source.saturating();
            world.flow(world.link(rtt, OneToOne.WINDOW), queue, source, scheme);
        }
        world.run(1);
        queue.most = 0;
        world.run(1, 4);
        double sum = 0;
        double squares = 0;
        double rate = 0;
        for (Flow flow : world.flows) {
            rate = flow.delivered.sum(1, 4) / 3;
            sum += rate;
            squares += rate * rate;
        }
        double goodput = 100 * queue.consumed.sum(1, 4) / queue.possible.sum(1, 4);
        double jain = sum * sum / (world.flows.size() * squares);
        return new Result(goodput, queue.most, queue.length.mean(1, 4), jain, rate);
    }

    /**
     * What came of two targets.
     *
     * @param slow messages per second of the one that can do 5 k/s
     * @param fast of the one that is sent 150 k/s
     * @param most queued at the slow one
     */
    record Neighbours(double slow, double fast, int most) {}

    static Neighbours neighbours(Way way) {
        World world = new World(50_000);
        Link link = world.link(MILLI, OneToOne.WINDOW);
        Queue slow = world.queue(new Queue(OneToOne.CAPACITY, 7, now -> 5_000));
        Queue fast = world.queue(new Queue(OneToOne.CAPACITY, 8, now -> OneToOne.RATE));
        world.flow(link, slow, Source.saturating(), way.scheme(slow, MILLI));
        world.flow(link, fast, new Source(now -> 150_000, true, 32_000), way.scheme(fast, MILLI));
        world.run(4);
        return new Neighbours(slow.consumed.sum(1, 4) / 3, fast.consumed.sum(1, 4) / 3, slow.most);
    }
}
