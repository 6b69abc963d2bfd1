// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.member;

import io.troupe.cluster.registry.MemberInfo;
import io.troupe.cluster.registry.Registry;
import io.troupe.dispatch.timer.Clock;
import java.time.Duration;
import java.util.BitSet;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread of one member: beats its loop at regular intervals, and when there is news. It waits for the registry, so it is
 * no thread of actors. Any thread tells it; nothing of that waits but {@link #close}.
 */
public final class MemberThread implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MemberThread.class);

    /** The clock of the loop may be that of a test, and stand still. */
    private static final long SHORTEST_NANOS = 1_000_000;

    /** Heartbeats that may be late before that is worth a word. */
    private static final int LATE_BEATS = 2;

    private final MemberLoop loop;
    private final Registry registry;
    private final MemberTimes times;
    private final Lease lease;
    private final long beatNanos;
    private final Thread thread;
    private final BlockingQueue<Runnable> news = new LinkedBlockingQueue<>();
    private final AtomicBoolean woken = new AtomicBoolean();
    private volatile boolean closed;

    /** Of the thread. */
    private long nextBeat;

    /**
     * Begins when it is started. The member gets no shards before {@link #host}.
     *
     * @param name of the thread
     * @param info of the member
     * @param registry that it joins
     * @param clock of its lease
     * @param lease what each renewal gives it, as the registry was told
     * @param joinDelay how long it waits for others who join
     * @param holder what serves its shards
     */
    public MemberThread(
            String name,
            MemberInfo info,
            Registry registry,
            Clock clock,
            Duration lease,
            Duration joinDelay,
            ShardHolder holder) {
        this.times = MemberTimes.of(lease, joinDelay);
        this.loop = new MemberLoop(info, registry, clock, times, holder);
        this.lease = loop.lease();
        loop.hosting(false);
        this.registry = registry;
        this.beatNanos = times.beat().toNanos();
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    /** Joins, and goes on until it is closed. */
    public void start() {
        thread.start();
    }

    /** Whether the member may serve now: to be asked when a turn begins, and before its answer leaves. */
    public boolean isServing() {
        return lease.isHeld();
    }

    /** What is left of the lease, or zero. */
    public Duration leaseLeft() {
        return lease.left();
    }

    /**
     * Whether renewals of the lease are late by more than some heartbeats.
     *
     * @param left of the lease
     */
    public boolean isLate(Duration left) {
        Duration renewed = times.lease().minus(times.margin());
        return left.compareTo(renewed.minus(times.beat().multipliedBy(LATE_BEATS))) < 0;
    }

    /** Something has changed in the registry, perhaps. */
    public void wake() {
        if (woken.compareAndSet(false, true)) {
            news.add(() -> {
                woken.set(false);
                guarded(loop::look);
            });
        }
    }

    /** A look that is queued already comes too early for this. */
    private void lookAfter(Runnable change) {
        news.add(() -> {
            change.run();
            guarded(loop::look);
        });
    }

    /** The member hosts something, so it wants shards. */
    public void host() {
        lookAfter(() -> loop.hosting(true));
    }

    /** The holder has drained shards that it was told to drain. */
    public void drained(BitSet shards) {
        lookAfter(() -> loop.drained(shards));
    }

    /** The death of another member is proved: nobody listens at its address, or somebody else does. */
    public void proveDead(long member) {
        news.add(() -> loop.proveDead(member));
    }

    /**
     * What a member cannot reach now.
     *
     * @param voter this member, or another one that has said so
     * @param unreachable ids of members; none takes back what it has said before
     */
    public void vote(long voter, Set<Long> unreachable) {
        news.add(() -> loop.vote(voter, unreachable));
    }

    /** How many others get no more shards, as two members cannot reach them. */
    public int suspects() {
        return loop.suspects();
    }

    /** Gives all shards away, then ends. */
    public void leave() {
        lookAfter(loop::leave);
    }

    /** Ends at once, with what is left. */
    public void leaveNow() {
        news.add(loop::leaveNow);
    }

    private void run() {
        Registry.Watching watching = registry.watch(this::wake);
        try {
            nextBeat = System.nanoTime();
            while (!closed) {
                long left = nextBeat - System.nanoTime();
                if (left <= 0) {
                    beat();
                } else {
                    long untilEnd =
                            Math.max(SHORTEST_NANOS, loop.untilFirstEnd().toNanos());
                    Runnable next = news.poll(Math.min(left, untilEnd), TimeUnit.NANOSECONDS);
                    if (next != null) {
                        guarded(next);
                    } else if (loop.untilFirstEnd().isZero()) {
                        guarded(loop::look);
                    }
                }
            }
        } catch (InterruptedException e) {
            LOG.warn("the thread of a member was interrupted, it serves until its lease ends: {}", thread.getName());
        } finally {
            watching.close();
        }
    }

    private void beat() {
        nextBeat = System.nanoTime() + beatNanos;
        guarded(loop::beat);
    }

    private static void guarded(Runnable work) {
        try {
            work.run();
        } catch (Throwable e) { // a driver's; the lease ends if that goes on
            LOG.error("a step of a member has failed, the next one is tried", e);
        }
    }

    /** Ends the thread. The registry is not told: a member leaves before. Waits for the step that goes on. */
    @Override
    public void close() {
        closed = true;
        news.add(() -> {});
        boolean interrupted = false;
        while (thread.isAlive() && thread != Thread.currentThread()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
