// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation.network;

import io.troupe.testkit.schedule.EventKind;
import java.util.ArrayDeque;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One direction of one connection. Segments keep their order: each arrival delivers the oldest of them. An arrival at a time when
 * the way is cut is held back until the way is mended, as TCP sends again what was not acknowledged.
 */
final class Way {
    private static final long FIRST_AGAIN_NANOS = 200_000_000;
    private static final int MOST_AGAIN = 8;

    private final SimNetwork network;
    private final Place from;
    private final Place to;
    private final RandomGenerator random;
    private final ArrayDeque<Segment> wire = new ArrayDeque<>();
    private final ArrivalPort port;
    private int held;
    private boolean silent;
    /** When the last byte has left, with a bandwidth. */
    private long freeAt;

    /** Where segments arrive. */
    interface ArrivalPort {
        void onArrival(Segment segment);
    }

    /** One end of a connection: its host, and its name in events. */
    record Place(String host, String name, String loop) {
        /**
         * The loop of the host, to which all events of its connections happen: what they hand to actors arrives there in the
         * order in which they have handed it over, as between threads that put messages into a queue.
         */
        Place(String host, String name) {
            this(host, name, SimNetwork.loop(host));
        }
    }

    Way(SimNetwork network, Place from, Place to, ArrivalPort port) {
        this.network = network;
        this.from = from;
        this.to = to;
        this.port = port;
        this.random = network.random(from.host(), to.host());
    }

    void send(Segment segment) {
        wire.add(segment);
        NetworkConditions now = network.conditions();
        long leaves = network.agenda().nanos();
        if (now.bytesPerSecond() > 0) {
            leaves = Math.max(leaves, freeAt) + segment.bytes().length * 1_000_000_000L / now.bytesPerSecond();
            freeAt = leaves;
        }
        arriveAt(leaves + underWay(now), segment);
    }

    private long underWay(NetworkConditions now) {
        long nanos = now.latency().nanos(random);
        if (now.loss() > 0) {
            long again = FIRST_AGAIN_NANOS;
            for (int lost = 0; lost < MOST_AGAIN && random.nextDouble() < now.loss(); lost++) {
                nanos += again;
                again *= 2;
            }
        }
        return nanos;
    }

    private void arriveAt(long nanos, @Nullable Segment segment) {
        String label = segment == null ? "again" : segment.label();
        network.agenda().addAt(nanos, EventKind.BYTES, from.name(), to.loop(), label, this::arrive);
    }

    private void arrive() {
        if (silent) {
            wire.clear();
        } else if (network.isCut(from.host(), to.host())) {
            held++;
        } else {
            Segment segment = wire.poll();
            if (segment != null) {
                port.onArrival(segment);
            }
        }
    }

    /** Lets go what was held back, if the way is not cut any more. */
    void mended() {
        if (held == 0 || network.isCut(from.host(), to.host())) {
            return;
        }
        // the sender tries again after a while only
        long now = network.agenda().nanos() + (long) (random.nextDouble() * FIRST_AGAIN_NANOS);
        for (; held > 0; held--) {
            arriveAt(now + network.conditions().latency().nanos(random), null);
        }
    }

    /** What is under way vanishes, and all that follows. */
    void silence() {
        silent = true;
        wire.clear();
    }

    /** The sender tells nothing more: what it would have to send again is lost, what is under way arrives before the reset. */
    void reset() {
        if (held > 0) {
            clear();
        }
        send(Segment.RESET);
    }

    /** What is under way vanishes. */
    void clear() {
        wire.clear();
        held = 0;
    }
}
