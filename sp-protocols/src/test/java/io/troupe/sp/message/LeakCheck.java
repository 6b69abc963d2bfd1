// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.message;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails each test class that leaves messages unreleased. Registered for all of them. Sockets may release their last ones on
 * threads of their own, so it waits for that up to a deadline; it counts and does not need the garbage collector.
 */
public final class LeakCheck implements BeforeAllCallback, AfterAllCallback {
    private static final ExtensionContext.Namespace SPACE = ExtensionContext.Namespace.create(LeakCheck.class);
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int SHOWN = 3;

    /** Found by its name. */
    public LeakCheck() {}

    @Override
    public void beforeAll(ExtensionContext context) {
        LeakDetector leaks = LeakDetector.active();
        if (leaks != null) {
            context.getStore(SPACE).put(context.getUniqueId(), leaks.outstanding());
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        LeakDetector leaks = LeakDetector.active();
        Set<?> before = context.getStore(SPACE).remove(context.getUniqueId(), Set.class);
        if (leaks == null || before == null) {
            return;
        }
        long start = System.nanoTime();
        Set<LeakTrace> left = left(leaks, before);
        while (!left.isEmpty() && System.nanoTime() - start < LIMIT_NANOS) {
            LockSupport.parkNanos(STEP_NANOS);
            left = left(leaks, before);
        }
        if (!left.isEmpty()) {
            AssertionError error = new AssertionError(
                    "each message must be released: class=" + context.getDisplayName() + ", unreleased=" + left.size());
            left.stream().limit(SHOWN).forEach(trace -> error.addSuppressed(trace.taken()));
            throw error;
        }
    }

    private static Set<LeakTrace> left(LeakDetector leaks, Set<?> before) {
        Set<LeakTrace> left = new HashSet<>(leaks.outstanding());
        left.removeAll(before);
        return left;
    }
}
