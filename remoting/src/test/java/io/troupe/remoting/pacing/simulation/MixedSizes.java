// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing.simulation;

import static io.troupe.remoting.pacing.simulation.World.MILLI;
import static io.troupe.remoting.pacing.simulation.World.SECOND;

import io.troupe.remoting.pacing.FanOutLimit;
import io.troupe.remoting.pacing.QueuePressure;
import io.troupe.remoting.pacing.QueueWatch;
import io.troupe.remoting.pacing.SendLimit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Messages from 100 B to 1 MiB, one by one, in steps of 50 µs: saturating senders, links with a bandwidth and a window in bytes,
 * receivers that take their time. Nothing bounds a queue but the complaints.
 */
final class MixedSizes {
    static final int KIB = 1 << 10;
    static final int MIB = 1 << 20;
    static final int[] MIX = {100, KIB, 16 * KIB, 64 * KIB, MIB};
    /** A quarter of what a link may hold. */
    static final long CAPACITY = MIB;

    /** Six of the largest messages, and one under way: with sizes like these that is more than the capacity. */
    static final long MOST = 7L * MIB;

    private static final long STEP = 50_000;
    private static final double LINE_RATE = 1e9;
    private static final long WINDOW = 4 * MIB;
    private static final int MOST_MESSAGES = 16_384;

    /** How long a message takes. */
    interface Work {
        double nanos(int bytes, long now);
    }

    /** As long as it is large: 200 MB/s. */
    static final Work BY_SIZE = (bytes, now) -> 500 + bytes / 0.2;

    /** The same, at half of that. */
    static final Work SLOWLY = (bytes, now) -> 2 * BY_SIZE.nanos(bytes, now);

    /** The same, but for 200 ms in which nothing is done. */
    static final Work WITH_PAUSE = (bytes, now) ->
            BY_SIZE.nanos(bytes, now) + (now >= SECOND && now < SECOND + 200 * MILLI ? SECOND + 200 * MILLI - now : 0);

    /** All the same: 1000 per second. */
    static final Work ALIKE = (bytes, now) -> MILLI;

    private record Message(Sender from, int bytes, long at) {}

    private record Note(Sender to, QueuePressure pressure, long at) {}

    /** Saturating, over a link of its own. */
    private final class Sender {
        private final long rtt;
        private final int[] mix;
        private final Random random;
        private final Receiver receiver;
        private final QueueWatch.Share share;
        private @Nullable SendLimit limit;
        private long wakeAt;
        private double freeAt;
        private long unread;
        private long sent;
        private long windowSent;
        private long windowAt;
        private double rate;
        private long delivered;

        Sender(Receiver receiver, long rtt, int[] mix, int seed) {
            this.receiver = receiver;
            this.rtt = rtt;
            this.mix = mix;
            this.random = new Random(seed);
            this.share = receiver.watch.open(0);
        }

        private boolean isFree(long now) {
            return freeAt < now + STEP && unread < WINDOW;
        }

        private void send(long now) {
            while (isFree(now) && now >= wakeAt) {
                int most = limit == null ? Integer.MAX_VALUE : limit.permits(now, 64 * KIB);
                if (most == 0) {
                    wakeAt = limit.nextPermitAt(now);
                    return;
                }
                put(mix[random.nextInt(mix.length)], now);
            }
            if (limit != null && limit.isSpent(now)) {
                limit = null;
            }
        }

        private void put(int bytes, long now) {
            long load = load(bytes);
            unread += bytes;
            freeAt = Math.max(freeAt, (double) now) + bytes * 1e9 / LINE_RATE;
            wire.add(new Message(this, bytes, (long) freeAt + rtt / 2));
            sent += load;
            if (limit != null) {
                limit.sent(load, now);
            }
            if (now - windowAt > 20 * MILLI) {
                rate = (sent - windowSent) * 1e9 / (now - windowAt);
                windowAt = now;
                windowSent = sent;
            }
        }

        private void hear(QueuePressure pressure, long now) {
            if (fanOut != null) {
                fanOut.onPressure(this, pressure, now, rtt);
                return;
            }
            if (limit == null) {
                limit = new SendLimit(now, rate);
            }
            limit.onPressure(pressure, now, rtt);
            wakeAt = now;
        }

        private void came(int bytes, long now) {
            unread -= bytes;
            delivered += now < SECOND ? 0 : load(bytes);
            if (share.arrived(1, load(bytes), now)) {
                QueuePressure pressure = share.due(now, rtt, receiver.queue.size(), receiver.processed);
                if (pressure != null) {
                    controls++;
                    notes.add(new Note(this, pressure, now + rtt / 2));
                }
            }
        }
    }

    private static final class Receiver {
        final QueueWatch watch = new QueueWatch(0, 0, MOST_MESSAGES, CAPACITY);
        final ArrayDeque<Message> queue = new ArrayDeque<>();
        private final Work work;
        private long bytes;
        private long processed;
        private double doneAt;
        private long most;
        private double sum;
        private long samples;
        private double busy;

        Receiver(Work work) {
            this.work = work;
        }

        void put(Message message) {
            if (queue.isEmpty()) {
                doneAt = Math.max(doneAt, (double) message.at) + work.nanos(message.bytes, message.at);
            }
            queue.add(message);
            bytes += load(message.bytes);
        }

        void work(long now) {
            while (!queue.isEmpty() && doneAt <= now) {
                bytes -= load(queue.remove().bytes);
                processed++;
                Message next = queue.peek();
                if (next != null) {
                    doneAt += work.nanos(next.bytes, now);
                }
            }
            if (now >= SECOND) {
                samples++;
                sum += bytes;
                busy += queue.isEmpty() ? 0 : 1;
                most = Math.max(most, bytes);
            }
        }
    }

    private final List<Sender> senders = new ArrayList<>();
    private final List<Receiver> receivers = new ArrayList<>();
    private final List<Message> wire = new ArrayList<>();
    private final ArrayDeque<Note> notes = new ArrayDeque<>();
    private long controls;

    private MixedSizes() {}

    private static long load(int bytes) {
        return (long) bytes + QueuePressure.PER_MESSAGE;
    }

    /**
     * What came of it, after the first second.
     *
     * @param goodput part of the time in which the receiver had something to do, in percent
     * @param most bytes queued
     * @param mean bytes queued
     * @param controls complaints per second
     * @param fairness Jain's index of the bytes of the senders
     */
    record Result(double goodput, long most, double mean, double controls, double fairness) {}

    /** One sender of all sizes. */
    static Result oneToOne(Work work, long rtt) {
        MixedSizes world = new MixedSizes();
        Receiver receiver = world.receiver(work);
        world.senders.add(world.new Sender(receiver, rtt, MIX, 1));
        return world.run(4);
    }

    /** Senders of one size each, near and far, and one of all sizes. */
    static Result manyToOne(Work work) {
        MixedSizes world = new MixedSizes();
        Receiver receiver = world.receiver(work);
        int[][] sizes = {{KIB}, {16 * KIB}, {64 * KIB}, {256 * KIB}, {100, KIB, 16 * KIB, 64 * KIB}};
        for (int i = 0; i < sizes.length; i++) {
            world.senders.add(world.new Sender(receiver, i % 2 == 0 ? MILLI : 10 * MILLI, sizes[i], i));
        }
        return world.run(4);
    }

    /** The sizes change every quarter of a second, by four orders of magnitude. */
    static Result phases(Work work, long rtt) {
        MixedSizes world = new MixedSizes();
        Receiver receiver = world.receiver(work);
        int[] mix = {100};
        Sender sender = world.new Sender(receiver, rtt, mix, 1);
        world.senders.add(sender);
        world.phases = mix;
        return world.run(4);
    }

    /**
     * One publisher of all sizes that goes as fast as the slowest of three does, two of which could do double.
     *
     * @return of the slowest
     */
    static Result oneToMany(long rtt) {
        MixedSizes world = new MixedSizes();
        FanOutLimit fanOut = new FanOutLimit(0, 0, 10 * SECOND);
        world.fanOut = fanOut;
        for (Work work : new Work[] {SLOWLY, BY_SIZE, BY_SIZE}) {
            world.senders.add(world.new Sender(world.receiver(work), rtt, MIX, 1));
        }
        return world.run(4);
    }

    /** The sizes of the one sender at the time. */
    private int @Nullable [] phases;

    private @Nullable FanOutLimit fanOut;
    private final Random items = new Random(3);

    private Receiver receiver(Work work) {
        Receiver receiver = new Receiver(work);
        receivers.add(receiver);
        return receiver;
    }

    private Result run(int seconds) {
        for (long now = 0; now < seconds * SECOND; now += STEP) {
            if (phases != null) {
                phases[0] = now / (250 * MILLI) % 2 == 0 ? 100 : MIB;
            }
            step(now);
        }
        Receiver receiver = receivers.get(0);
        double all = 0;
        double squares = 0;
        for (Sender sender : senders) {
            all += sender.delivered;
            squares += (double) sender.delivered * sender.delivered;
        }
        return new Result(
                100 * receiver.busy / receiver.samples,
                receiver.most,
                receiver.sum / receiver.samples,
                (double) controls / seconds,
                all * all / (senders.size() * squares));
    }

    private void publish(FanOutLimit pace, long now) {
        while (senders.stream().allMatch(sender -> sender.isFree(now)) && pace.permits(now, 64 * KIB) > 0) {
            int bytes = MIX[items.nextInt(MIX.length)];
            senders.forEach(sender -> sender.put(bytes, now));
            pace.sent(load(bytes), now);
        }
    }

    private void step(long now) {
        while (!notes.isEmpty() && notes.peek().at <= now) {
            Note note = notes.remove();
            note.to.hear(note.pressure, now);
        }
        if (fanOut == null) {
            senders.forEach(sender -> sender.send(now));
        } else {
            publish(fanOut, now);
        }
        wire.removeIf(message -> {
            boolean arrived = message.at <= now;
            if (arrived) {
                message.from.receiver.put(message);
                message.from.came(message.bytes, now);
            }
            return arrived;
        });
        for (Receiver receiver : receivers) {
            receiver.work(now);
        }
    }
}
