// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.promise.Callback;
import io.troupe.remoting.pacing.QueueWatch;
import java.util.IdentityHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** One watch, and one count of items, per callback that topics of this process feed, shared by all of them. Any thread. */
final class CallbackWatches {
    private static final long ANY_BYTES = Long.MAX_VALUE;

    private final IdentityHashMap<Callback<?>, Watched> watched = new IdentityHashMap<>();

    /** What all topics know of one callback. */
    static final class Watched {
        private final QueueWatch watch;
        private final AtomicLong handed = new AtomicLong();
        private int most;
        private int users;

        Watched(QueueWatch watch) {
            this.watch = watch;
        }

        QueueWatch watch() {
            return watch;
        }

        /** Items that topics have handed over. */
        AtomicLong handed() {
            return handed;
        }
    }

    /** What is known of a callback; to be given back. The largest of the capacities counts: its topic fills it as far. */
    synchronized Watched open(Callback<?> callback, long now, int capacity) {
        Watched known =
                watched.computeIfAbsent(callback, any -> new Watched(new QueueWatch(now, 0, capacity, ANY_BYTES)));
        known.most = Math.max(known.most, capacity);
        known.watch.capacity(known.most, ANY_BYTES);
        known.users++;
        return known;
    }

    /** How many callbacks are watched. */
    synchronized int size() {
        return watched.size();
    }

    /** One topic less feeds the callback. */
    synchronized void close(Callback<?> callback) {
        Watched known = watched.get(callback);
        if (known != null && --known.users == 0) {
            watched.remove(callback);
        }
    }
}
