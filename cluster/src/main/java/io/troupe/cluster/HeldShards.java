// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.cluster.registry.Roster;
import io.troupe.cluster.registry.ShardRow;
import io.troupe.cluster.route.RouteView;
import io.troupe.cluster.shard.Shards;
import io.troupe.cluster.store.MemberStore;
import io.troupe.cluster.store.StoreException;
import io.troupe.remoting.link.Link;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who has which shard, as a member has read it, and how far its own are: on their way from the registry to the calls that are
 * served, and back.
 *
 * <pre>
 *   owned by the registry → admitted by the store → served by the router
 *   given: not served → activations end, commits settle → dismissed → given by the registry
 * </pre>
 *
 * <p>Two threads: one admits and dismisses shards, one waits for activations that end. Any thread.
 */
final class HeldShards implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HeldShards.class);

    private static final long ADMIT_AGAIN_MILLIS = 200;

    /** Actors of an earlier time have so long before other shards get their turn; then it is tried again. */
    private static final Duration STALE_STEP = Duration.ofSeconds(1);

    /** Activations of shards that are given have so long for what they have begun. */
    private static final Duration DRAIN_STEP = Duration.ofSeconds(10);

    private final long self;
    private final MemberStore store;
    private final HostedTypes hosted;
    private final Runnable servingChanged;
    private final Runnable writableChanged;
    private final ScheduledExecutorService admissions;
    private final ScheduledExecutorService drains;

    // ---- guarded by this
    private long view;
    private long[] owners = new long[Shards.COUNT];

    /** Of the shards that the registry says are this member's; 0: it is not. */
    private final long[] epochs = new long[Shards.COUNT];

    private final BitSet serving = new BitSet(Shards.COUNT);
    private final BitSet draining = new BitSet(Shards.COUNT);

    /**
     * Without shards.
     *
     * @param name of the system
     * @param self id of the member
     * @param store that admits shards
     * @param hosted whose actors end before a shard is given
     * @param servingChanged run when other shards are served than before; whoever calls {@link #seen} sees to that himself
     * @param writableChanged run whenever the member may write other shards than before
     */
    HeldShards(
            String name,
            long self,
            MemberStore store,
            HostedTypes hosted,
            Runnable servingChanged,
            Runnable writableChanged) {
        this.self = self;
        this.store = store;
        this.hosted = hosted;
        this.servingChanged = servingChanged;
        this.writableChanged = writableChanged;
        this.admissions = newThread(name + "-admit");
        this.drains = newThread(name + "-drain");
    }

    private static ScheduledExecutorService newThread(String name) {
        return Executors.newSingleThreadScheduledExecutor(task -> {
            Thread made = new Thread(task, name);
            made.setDaemon(true);
            return made;
        });
    }

    /** What has been read of the registry. */
    synchronized void seen(Roster roster) {
        view = roster.view();
        owners = roster.owners();
    }

    /** The number of the view that was read last. */
    synchronized long view() {
        return view;
    }

    /** Owners by number of the shard; 0: nobody. */
    synchronized long[] owners() {
        return owners.clone();
    }

    /** What the router goes by: who has which shard, and which of them are served here. */
    synchronized RouteView routes(Map<Long, Link> links) {
        return new RouteView(view, self, owners, serving, links);
    }

    /** Who has which shard, for a client: without epochs. */
    synchronized List<ShardRow> rows() {
        List<ShardRow> rows = new ArrayList<>();
        for (int no = 0; no < owners.length; no++) {
            rows.add(new ShardRow(no, owners[no], 0, view));
        }
        return rows;
    }

    /** How many are served. */
    synchronized int served() {
        return serving.cardinality();
    }

    /** How many are on their way out. */
    synchronized int inMotion() {
        return (int) draining.stream().filter(no -> owners[no] == self).count();
    }

    /** The member owns them: they are served once the store has admitted them. */
    void serve(List<ShardRow> rows) {
        synchronized (this) {
            rows.forEach(row -> {
                owners[row.no()] = row.owner();
                epochs[row.no()] = row.epoch();
                draining.clear(row.no());
            });
        }
        later(admissions, 0, () -> admit(rows));
        servingChanged.run(); // calls of those who have read of it wait here, and are not sent away
    }

    /** On the admitting thread. */
    private void admit(List<ShardRow> rows) {
        BitSet admitted;
        if (!endStale(rows)) {
            later(admissions, ADMIT_AGAIN_MILLIS, () -> admit(rows));
            return;
        }
        try {
            admitted = store.admit(rows);
        } catch (StoreException e) {
            LOG.warn("shards must be admitted by the store, it is tried again: cause={}", e.toString());
            later(admissions, ADMIT_AGAIN_MILLIS, () -> admit(rows));
            return;
        }
        int refused = 0;
        synchronized (this) {
            for (ShardRow row : rows) {
                boolean mine = epochs[row.no()] == row.epoch() && !draining.get(row.no());
                if (mine && admitted.get(row.no())) {
                    serving.set(row.no());
                } else if (mine) {
                    refused++;
                }
            }
        }
        if (refused > 0) {
            LOG.error(
                    "a store must not have newer owners of shards than the registry, they are not served: shards={}",
                    refused);
        }
        servingChanged.run();
        writableChanged.run();
    }

    /**
     * Ends actors that are left from an earlier time with these shards: what they have read may be old. One may be left that
     * began when the shards were just being given. Returns whether there are none.
     */
    private boolean endStale(List<ShardRow> rows) {
        BitSet shards = new BitSet(Shards.COUNT);
        synchronized (this) {
            rows.stream().map(ShardRow::no).filter(no -> !serving.get(no)).forEach(shards::set);
        }
        hosted.all().forEach(type -> type.stop(shards));
        return isQuietBy(shards, System.nanoTime() + STALE_STEP.toNanos());
    }

    /**
     * They are given: not served any more, and dismissed when their actors have ended and what these have updated is stored.
     *
     * @param drained told then
     */
    void drain(BitSet shards, Consumer<BitSet> drained) {
        BitSet given = (BitSet) shards.clone();
        synchronized (this) {
            draining.or(given);
            serving.andNot(given);
        }
        servingChanged.run();
        later(drains, 0, () -> {
            endActivations(given, System.nanoTime() + DRAIN_STEP.toNanos());
            later(admissions, 0, () -> {
                dismiss(given);
                writableChanged.run();
                drained.accept(given);
            });
        });
    }

    private void endActivations(BitSet shards, long limit) {
        boolean quiet;
        do { // also those that have begun meanwhile
            hosted.all().forEach(type -> type.stopWhenIdle(shards));
            quiet = isQuietBy(shards, limit);
        } while (quiet && !isQuietBy(shards, System.nanoTime()));
        if (!quiet) {
            LOG.warn("actors had no time to finish before their shards are given: shards={}", shards.cardinality());
            hosted.all().forEach(type -> type.stop(shards));
        }
    }

    /** Whether actors of some shards have ended, and what they have updated is stored. */
    private boolean isQuietBy(BitSet shards, long limit) {
        try {
            for (HostedType<?> type : hosted.all()) {
                if (!type.awaitQuiet(shards, limit)) {
                    return false;
                }
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void dismiss(BitSet shards) {
        BitSet gone = (BitSet) shards.clone();
        synchronized (this) {
            for (int shard = gone.nextSetBit(0); shard >= 0; shard = gone.nextSetBit(shard + 1)) {
                if (serving.get(shard)) {
                    gone.clear(shard); // it has come back meanwhile
                }
            }
        }
        store.dismiss(gone);
    }

    /** They are lost: what has not been stored is void. */
    void drop(BitSet shards) {
        BitSet lost = (BitSet) shards.clone();
        synchronized (this) {
            serving.andNot(lost);
            draining.andNot(lost);
            lost.stream().forEach(shard -> epochs[shard] = 0);
        }
        servingChanged.run();
        hosted.all().forEach(type -> type.stop(lost));
        later(admissions, 0, () -> {
            dismiss(lost);
            writableChanged.run();
        });
    }

    private void later(ScheduledExecutorService by, long millis, Runnable work) {
        try {
            Future<?> unused = by.schedule(() -> guarded(work), millis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            // it has closed
        }
    }

    private static void guarded(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException e) {
            LOG.error("a step with shards has failed", e);
        }
    }

    /** Admits and drains nothing any more. */
    @Override
    public void close() {
        admissions.shutdown();
        drains.shutdown();
    }
}
