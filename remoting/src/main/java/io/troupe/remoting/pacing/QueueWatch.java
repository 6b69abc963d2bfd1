// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Watches one bounded queue for all links that feed it, and says what to tell each of them when it fills up. Counts messages and
 * reckons in bytes, those of {@link QueuePressure}. Any thread may sample; each {@link Share} belongs to the thread of its link,
 * which takes the lock of the watch once per look, not per message. The formulas are in docs/pacing.md.
 */
public final class QueueWatch {
    private static final double MILLI = 1e6;
    /** A message may wait as long, and two round trips more. */
    private static final double DELAY_SECONDS = 0.020;

    /** However slow the queue is: as much may wait, and so many messages of the usual size. */
    private static final double LEAST_CAPACITY = 64 << 10;

    private static final double LEAST_MESSAGES = 6;
    private static final double FILL_BASED_FROM_NANOS = 50 * MILLI;
    private static final double[] LEVELS = {0.5, 0.75, 0.87, 0.995};
    private static final long LEAST_INTERVAL = (long) (10 * MILLI);
    private static final long SAMPLE_INTERVAL = (long) (5 * MILLI);
    private static final int SAMPLE_ARRIVALS = 64;
    /** Part of the capacity in bytes that may come between two looks. */
    private static final int SAMPLE_PART = 8;

    /** A memory of arrivals fades to a third in this time. */
    private static final double FADE = 200 * MILLI;
    /** Sums below are too faint to be divided. */
    private static final double FORGOTTEN = 1e-9;
    /** A link that is silent for longer is not active. */
    private static final double SILENCE = 3 * FADE;

    private final DrainMeter drain;

    /** The most that has been seen to be handed out. */
    private long handedOut;

    /** The active ones, longest silent first. */
    private final Set<Share> active = new LinkedHashSet<>();

    private final ArrivalCurve curve;
    private final Faded arrivals;
    private final Faded arrivalBytes;
    /** Bytes times the size of their message. */
    private final Faded sizes;
    /** Arrivals times their round trip. */
    private final Faded delays;

    private int mostMessages;
    private long mostBytes;
    /** Large messages are looked at sooner; read racily by links. */
    private volatile long sampleBytes;

    /** Bytes. */
    private double queued;

    /**
     * For an empty queue.
     *
     * @param now nanoseconds
     * @param processed messages that the queue has handed out so far
     * @param messages see {@link #capacity}
     * @param bytes see {@link #capacity}
     */
    public QueueWatch(long now, long processed, int messages, long bytes) {
        handedOut = processed;
        drain = new DrainMeter(now, processed);
        curve = new ArrivalCurve(processed);
        arrivals = new Faded(now);
        arrivalBytes = new Faded(now);
        sizes = new Faded(now);
        delays = new Faded(now);
        capacity(messages, bytes);
    }

    /**
     * How much the queue may hold: whichever is reached first. Messages are turned into bytes by the mean size of those that
     * arrive. Six messages of the usual size may wait in any case.
     *
     * @param messages 1 or more
     * @param bytes 1 or more
     */
    public synchronized void capacity(int messages, long bytes) {
        if (messages < 1 || bytes < 1) {
            throw new IllegalArgumentException(
                    "a capacity must be 1 or more: messages=" + messages + ", bytes=" + bytes);
        }
        mostMessages = messages;
        mostBytes = bytes;
        sampleBytes = Math.max(1, bytes / SAMPLE_PART);
    }

    /**
     * Looks at the queue.
     *
     * @param queueLength messages waiting
     * @param processedNow messages that the queue has handed out so far. Both are read racily: a message may be in neither or in both,
     *     and where this is reckoned from the length, and others feed the queue, it may be less than before
     * @param bytes of what has come since the last look
     */
    private void sample(long now, long queueLength, long processedNow, double bytes) {
        long processed = Math.max(handedOut, processedNow);
        handedOut = processed;
        long waiting = Math.max(0, queueLength - (processed - processedNow)); // those of others do not count
        curve.add(processed + waiting, bytes);
        if (waiting == 0) {
            curve.rest(processed);
        }
        drain.sample(now, waiting, processed, curve.until(processed));
        // the message that is being worked on does not wait; what follows it must be there when it is done
        queued = waiting == 0 ? 0 : curve.total() - curve.at(processed + 1);
    }

    /** Bytes per second that the queue hands out while it has any; 0: not known yet. */
    public synchronized double drainRate() {
        return drain.rate();
    }

    /** Bytes that may wait, at the moment: less than the capacity if they would wait too long. */
    public synchronized long target(long now) {
        return (long) effective(now);
    }

    /** Bytes of a message, on average of what has come lately; 0: nothing has. */
    public synchronized double meanBytes(long now) {
        double messages = arrivals.at(now);
        return messages > FORGOTTEN ? arrivalBytes.at(now) / messages : 0;
    }

    /** For one more link that feeds the queue. To be closed with the link. */
    public Share open(long now) {
        return new Share(now);
    }

    private double effective(long now) {
        double messages = arrivals.at(now);
        double bytes = arrivalBytes.at(now);
        boolean remembered = messages > FORGOTTEN && bytes > FORGOTTEN;
        double least = remembered ? LEAST_MESSAGES * sizes.at(now) / bytes : 0;
        double mean = remembered ? bytes / messages : Double.POSITIVE_INFINITY;
        double capacity = Math.min(Math.max((double) mostBytes, least), mostMessages * mean);
        double rtt = remembered ? delays.at(now) / messages : 0;
        if (!drain.isKnown() || rtt >= FILL_BASED_FROM_NANOS) {
            return Math.max(1, capacity);
        }
        double wanted = drain.rate() * (DELAY_SECONDS + 2 * rtt / 1e9);
        return Math.max(1, Math.min(capacity, Math.max(Math.max(LEAST_CAPACITY, least), wanted)));
    }

    private Share first() {
        return active.iterator().next();
    }

    /** Takes one out of the sums; what they say about the mean message stays. */
    private void forget(Share share, long now) {
        if (active.remove(share)) {
            double all = arrivalBytes.at(now);
            double rest = all > FORGOTTEN ? Math.max(0, 1 - share.mine.at(now) / all) : 0;
            arrivals.scale(rest);
            arrivalBytes.scale(rest);
            sizes.scale(rest);
            delays.scale(rest);
            share.mine.scale(0);
        }
    }

    private static int level(double fill) {
        int level = 0;
        while (level < LEVELS.length && fill >= LEVELS[level]) {
            level++;
        }
        return level;
    }

    /** A sum whose parts fade with time. */
    private static final class Faded {
        private double sum;
        private long updatedAt;

        Faded(long now) {
            updatedAt = now;
        }

        double at(long now) {
            if (now > updatedAt) {
                sum *= Math.exp((updatedAt - now) / FADE);
                updatedAt = now;
            }
            return sum;
        }

        void add(double value, long now) {
            sum = at(now) + value;
        }

        void scale(double factor) {
            sum *= factor;
        }
    }

    /** One link's part in a queue. Thread of the link only. */
    public final class Share {
        /** Bytes. */
        private final Faded mine;

        private int fresh;
        private long freshBytes;
        /** What came last: a large message is always the last before a look. */
        private int last;

        private long lastBytes;

        private long dueAt;
        private long toldAt;
        private int toldLevel;
        /** Guarded by the watch, like the sum. */
        private long activeAt;

        private Share(long now) {
            mine = new Faded(now);
            dueAt = now + SAMPLE_INTERVAL;
        }

        /**
         * Counts messages that came over this link and went into the queue.
         *
         * @param n how many
         * @param bytes of all of them, each with {@link QueuePressure#PER_MESSAGE}
         * @return whether it is time to call {@link #due}
         */
        public boolean arrived(int n, long bytes, long now) {
            fresh += n;
            freshBytes += bytes;
            last = n;
            lastBytes = bytes;
            return fresh >= SAMPLE_ARRIVALS || freshBytes >= sampleBytes || now - dueAt >= 0;
        }

        /**
         * Looks at the queue and says what to tell the link, if anything. Nothing if nothing has arrived over it since the last
         * call.
         *
         * @param rttNanos of the link, 0 or more
         * @param queueLength messages waiting
         * @param processed messages that the queue has handed out so far. Both are read racily: a message may be in neither or in
         *     both, and where this is reckoned from the length, and others feed the queue, it may be less than before
         */
        public @Nullable QueuePressure due(long now, long rttNanos, long queueLength, long processed) {
            dueAt = now + SAMPLE_INTERVAL;
            synchronized (QueueWatch.this) {
                sample(now, queueLength, processed, (double) freshBytes);
                if (fresh == 0) {
                    return null;
                }
                flush(now, rttNanos);
                double capacity = effective(now);
                int level = level(queued / capacity);
                boolean rested = now - toldAt >= Math.max(rttNanos, LEAST_INTERVAL);
                if (level == 0 || (toldLevel > 0 && !rested && level <= toldLevel)) {
                    return null;
                }
                toldLevel = level;
                toldAt = now;
                double weight = weight(now);
                return new QueuePressure(
                        level,
                        Math.round(queued * weight),
                        Math.max(1, Math.round(capacity * weight)),
                        drain.rate() * weight);
            }
        }

        /** Half by what arrives over this link, in bytes, and half evenly. */
        private double weight(long now) {
            double all = arrivalBytes.at(now);
            double part = all > FORGOTTEN ? Math.min(1, mine.at(now) / all) : 1.0 / active.size();
            return 0.5 * part + 0.5 / active.size();
        }

        private void flush(long now, long rttNanos) {
            mine.add((double) freshBytes, now);
            arrivals.add(fresh, now);
            arrivalBytes.add((double) freshBytes, now);
            double rest = (double) freshBytes - lastBytes;
            sizes.add(
                    (double) lastBytes * lastBytes / Math.max(1, last) + rest * rest / Math.max(1, fresh - last), now);
            delays.add((double) fresh * rttNanos, now);
            fresh = 0;
            freshBytes = 0;
            if (active.contains(this) && now - activeAt < FADE / 8) {
                return;
            }
            activeAt = now;
            active.remove(this);
            active.add(this);
            for (Share oldest = first(); now - oldest.activeAt > SILENCE; oldest = first()) {
                forget(oldest, now);
            }
        }

        /** The link has ended. */
        public void close() {
            synchronized (QueueWatch.this) {
                forget(this, arrivals.updatedAt);
            }
        }
    }
}
