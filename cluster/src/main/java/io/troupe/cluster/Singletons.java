// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.cluster.store.StateKey;
import io.troupe.core.continuation.Observer;
import io.troupe.core.host.OutletHost;
import io.troupe.core.message.AskedTell;
import io.troupe.dispatch.cell.Offer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the singletons of a cluster alive that this process has: wakes them as soon as it serves their shard, and again soon
 * after whatever has ended them; ends those that live though the member has no lease. Any thread.
 */
final class Singletons {
    /** The key of each. */
    static final String KEY = "singleton";

    /** Less than the margin of the shortest lease, so that one has ended before another may begin. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final OutletHost host;
    private final IntPredicate serves;
    private final BooleanSupplier tenure;
    private final List<Kept> kept = new CopyOnWriteArrayList<>();
    private final AtomicBoolean ticking = new AtomicBoolean();
    private volatile boolean closed;

    /**
     * None yet.
     *
     * @param host the actor system
     * @param serves which shards are served by this process
     * @param tenure whether it may serve any now
     */
    Singletons(OutletHost host, IntPredicate serves, BooleanSupplier tenure) {
        this.host = host;
        this.serves = serves;
        this.tenure = tenure;
    }

    /** Of one process that is alone, or of a member. */
    static Singletons of(OutletHost host, @Nullable Membership membership) {
        return membership == null
                ? new Singletons(host, shard -> true, () -> true)
                : new Singletons(host, shard -> membership.router().view().serves(shard), membership::isServing);
    }

    /** Keeps the singleton of a class alive from now on. */
    void keep(HostedType<?> type) {
        kept.add(new Kept(type, new StateKey(type.name(), KEY).shard()));
        look();
        if (ticking.compareAndSet(false, true)) {
            tickLater();
        }
    }

    private void tickLater() {
        host.outsideExecutor().schedule(PAUSE_NANOS, () -> {
            if (!closed) {
                look();
                tickLater();
            }
        });
    }

    /** Other shards may be served than before. */
    void look() {
        boolean mayAct = tenure.getAsBoolean();
        for (Kept each : kept) {
            if (closed || !serves.test(each.shard)) {
                continue;
            }
            if (mayAct) {
                each.wake();
            } else if (!each.type.mayOutliveLease()) {
                each.type.control(KEY).stop();
            }
        }
    }

    /** Wakes none any more. */
    void close() {
        closed = true;
    }

    /** A singleton that this process may have. */
    private static final class Kept {
        private final HostedType<?> type;
        private final int shard;

        /** Whether a call is under way: an actor that is busy is there. */
        private final AtomicBoolean waking = new AtomicBoolean();

        Kept(HostedType<?> type, int shard) {
            this.type = type;
            this.shard = shard;
        }

        void wake() {
            if (!waking.compareAndSet(false, true)) {
                return;
            }
            AskedTell call = new AskedTell(type.wakeCall(KEY));
            // one that fails is tried again, and who it concerns has been told
            Observer.whenSettled(call, () -> waking.set(false));
            if (type.cell(KEY).tryAsk(call) == Offer.FULL) {
                waking.set(false); // it is there, and busy
            }
        }
    }
}
