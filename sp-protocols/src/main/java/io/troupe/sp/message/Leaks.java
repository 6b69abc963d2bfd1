// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.message;

import java.lang.ref.Cleaner;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds messages that nobody has released. With the system property {@code troupe.sp.leaks=true} each message remembers where
 * it was taken, and sent or released; one that becomes garbage in between is logged. Slow: for tests.
 */
final class Leaks {
    private static final Logger LOG = LoggerFactory.getLogger(Leaks.class);
    private static volatile @Nullable Leaks active = Boolean.getBoolean("troupe.sp.leaks") ? new Leaks() : null;

    private final Cleaner cleaner = Cleaner.create();
    private final Set<Lease> outstanding = ConcurrentHashMap.newKeySet();
    private final Queue<Lease> lost = new ConcurrentLinkedQueue<>();

    /** The one that looks at new messages; null: none. */
    static @Nullable Leaks active() {
        return active;
    }

    /** Sets {@link #active()}; returns what it was. */
    static @Nullable Leaks activate(@Nullable Leaks leaks) {
        Leaks before = active;
        active = leaks;
        return before;
    }

    /**
     * Looks at this message from now on.
     *
     * @param before of the message whose memory it has; null: it was taken from the pool just now
     */
    Lease lease(Message message, @Nullable Lease before) {
        Lease lease = new Lease(
                this,
                before == null ? new Throwable("a message was taken here: size=" + message.size()) : before.taken());
        outstanding.add(lease);
        cleaner.register(message, lease);
        return lease;
    }

    void ended(Lease lease) {
        outstanding.remove(lease);
    }

    void lost(Lease lease) {
        outstanding.remove(lease);
        lost.add(lease);
        LOG.warn("a message was never released", lease.taken());
    }

    /** Messages that somebody holds, or holds no more but has not released. */
    Set<Lease> outstanding() {
        return Set.copyOf(outstanding);
    }

    /** Messages that became garbage unreleased. */
    List<Lease> lost() {
        return List.copyOf(lost);
    }
}
