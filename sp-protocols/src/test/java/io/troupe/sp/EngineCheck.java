// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.testkit.Await;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails each test class that leaves the transports of the process in use: their threads would outlive it, and other classes
 * wait for the end of such threads. Registered for all of them. Sockets that linger close on threads of their own, so it waits
 * for that up to a deadline. Classes that run at the same time answer for each other, and nobody for what was left in use
 * before.
 */
public final class EngineCheck implements BeforeAllCallback, AfterAllCallback {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    /** Classes that run; guards the rest. */
    private static final Set<String> RUNNING = new TreeSet<>();
    /** Classes that have run since nobody did. */
    private static final Set<String> ANSWERABLE = new TreeSet<>();

    private static boolean cleanBefore;

    /** Found by its name. */
    public EngineCheck() {}

    @Override
    public void beforeAll(ExtensionContext context) {
        synchronized (RUNNING) {
            if (RUNNING.isEmpty()) {
                cleanBefore = SocketEngine.shared().isUnused();
            }
            RUNNING.add(context.getUniqueId());
            ANSWERABLE.add(context.getRequiredTestClass().getName());
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        String answerable;
        synchronized (RUNNING) {
            RUNNING.remove(context.getUniqueId());
            if (!RUNNING.isEmpty()) {
                return;
            }
            answerable = String.join(", ", ANSWERABLE);
            ANSWERABLE.clear();
            if (!cleanBefore) {
                return;
            }
        }
        Await.until("all sockets are closed: classes=" + answerable, LIMIT, SocketEngine.shared()::isUnused);
    }
}
