// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing.simulation;

import static io.troupe.remoting.pacing.simulation.World.MILLI;
import static io.troupe.remoting.pacing.simulation.World.SECOND;

/** 100 k/s to eight receivers, of which the last one gets into trouble after three seconds. */
final class OneToMany {
    private static final int RECEIVERS = 8;
    private static final double RATE = 100_000;
    private static final int OUTBOX = 32_000;

    private OneToMany() {}

    /** What happens to the last receiver. */
    enum Trouble {
        DIES("dies silently"),
        SLOW("does 20 k/s"),
        PAUSES("pauses 200 ms");

        final String text;

        Trouble(String text) {
            this.text = text;
        }
    }

    /**
     * What came of it.
     *
     * @param healthy what the other seven got, in percent
     * @param stall milliseconds for which they got nothing, at the longest
     * @param last messages per second that the last one got
     * @param lost messages for the last one that were dropped
     * @param outbox most messages that waited for the last one
     */
    record Result(double healthy, int stall, double last, long lost, double outbox) {}

    /** The first five seconds of the trouble; with a credit of so many messages. */
    static Result run(Publisher.Policy policy, int credit, Trouble trouble) {
        return run(policy, credit, trouble, 3, 8);
    }

    /** After more than the ten seconds for which one may slow down all. */
    static Result runLong(Publisher.Policy policy, Trouble trouble) {
        return run(policy, 0, trouble, 14, 16);
    }

    private static Result run(Publisher.Policy policy, int credit, Trouble trouble, double from, double to) {
        World world = new World(100_000);
        Publisher publisher = new Publisher(RATE, policy);
        world.publisher(publisher);
        for (int i = 0; i < RECEIVERS; i++) {
            boolean last = i == RECEIVERS - 1;
            Queue queue = world.queue(new Queue(OneToOne.CAPACITY, i, now -> rate(now, last, trouble)));
            Scheme scheme = scheme(publisher, policy, credit, queue);
            Link link = world.link(MILLI, OneToOne.WINDOW);
            if (last && trouble == Trouble.DIES) {
                link.deadFrom = 3 * SECOND;
            }
            publisher.flows.add(world.flow(link, queue, new Source(now -> 0, false, OUTBOX), scheme));
        }
        world.run(to);
        Flow sick = world.flows.get(RECEIVERS - 1);
        Series healthy = world.flows.get(0).delivered;
        double sum = 0;
        for (Flow flow : world.flows.subList(0, RECEIVERS - 1)) {
            sum += flow.delivered.sum(from, to);
        }
        double part = 100 * sum / ((to - from) * RATE * (RECEIVERS - 1));
        double got = sick.queue.consumed.sum(from, to) / (to - from);
        return new Result(part, stall(healthy, from, to), got, sick.lost, sick.mostOutbox);
    }

    private static Scheme scheme(Publisher publisher, Publisher.Policy policy, int credit, Queue queue) {
        return switch (policy) {
            case LEAST_CREDIT -> Schemes.credit(credit);
            case DROP -> new Nak(Nak.watch(queue), MILLI);
            case SLOW_ALL -> publisher.slowing(new Nak(Nak.watch(queue), MILLI), MILLI);
        };
    }

    private static double rate(long now, boolean last, Trouble trouble) {
        if (!last || now < 3 * SECOND) {
            return OneToOne.RATE;
        }
        return switch (trouble) {
            case DIES -> OneToOne.RATE;
            case SLOW -> 20_000;
            case PAUSES -> now < 3 * SECOND + 200 * MILLI ? 0 : OneToOne.RATE;
        };
    }

    private static int stall(Series delivered, double from, double to) {
        int longest = 0;
        int now = 0;
        for (int bin = Series.bin(from); bin < Series.bin(to); bin++) {
            now = delivered.sum(bin) == 0 ? now + (int) (Series.BIN / MILLI) : 0;
            longest = Math.max(longest, now);
        }
        return longest;
    }
}
