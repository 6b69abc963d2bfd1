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
final class LeakDetector {
    private static final Logger LOG = LoggerFactory.getLogger(LeakDetector.class);
    private static volatile @Nullable LeakDetector active =
            Boolean.getBoolean("troupe.sp.leaks") ? new LeakDetector() : null;

    private final Cleaner cleaner = Cleaner.create();
    private final Set<LeakTrace> outstanding = ConcurrentHashMap.newKeySet();
    private final Queue<LeakTrace> lost = new ConcurrentLinkedQueue<>();

    /** The one that looks at new messages; null: none. */
    static @Nullable LeakDetector active() {
        return active;
    }

    /** Sets {@link #active()}; returns what it was. */
    static @Nullable LeakDetector activate(@Nullable LeakDetector leaks) {
        LeakDetector before = active;
        active = leaks;
        return before;
    }

    /**
     * Looks at this message from now on.
     *
     * @param before of the message whose memory it has; null: it was taken from the pool just now
     */
    LeakTrace trace(SpMessage message, @Nullable LeakTrace before) {
        LeakTrace trace = new LeakTrace(
                this,
                before == null ? new Throwable("a message was taken here: size=" + message.size()) : before.taken());
        outstanding.add(trace);
        cleaner.register(message, trace);
        return trace;
    }

    void ended(LeakTrace trace) {
        outstanding.remove(trace);
    }

    void lost(LeakTrace trace) {
        outstanding.remove(trace);
        lost.add(trace);
        LOG.warn("a message was never released", trace.taken());
    }

    /** Messages that somebody holds, or holds no more but has not released. */
    Set<LeakTrace> outstanding() {
        return Set.copyOf(outstanding);
    }

    /** Messages that became garbage unreleased. */
    List<LeakTrace> lost() {
        return List.copyOf(lost);
    }
}
