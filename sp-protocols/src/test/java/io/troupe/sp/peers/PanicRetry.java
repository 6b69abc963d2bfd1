// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.peers;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/**
 * Runs a failed test once more when nng panicked in a pynng process that this very test used: the nng inside pynng has a
 * race of its own, and aborts now and then when a TLS dialer is closed while it connects ("panic: pthread_mutex_lock"),
 * which says nothing of us. That seldom strikes twice, and what we provoke does: a second panic fails the test, as does
 * at once all else that goes wrong. Reports name the tests that ran again. A test must open pynng's sockets on its own
 * thread.
 */
public final class PanicRetry implements InvocationInterceptor {
    /** How long after a failure a process may take to die of what caused it; its sockets are gone before it is. */
    private static final Duration DYING = Duration.ofSeconds(1);

    private static final ThreadLocal<List<PeerProcess>> USED = ThreadLocal.withInitial(ArrayList::new);

    /** A test, or something like it. */
    @FunctionalInterface
    interface Attempt {
        void run() throws Throwable;
    }

    /** For JUnit. */
    public PanicRetry() {}

    /** The running test depends on this process. */
    static void uses(PeerProcess process) {
        USED.get().add(process);
    }

    @Override
    public void interceptTestMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        run(invocation::proceed, () -> again(method, context));
    }

    @Override
    public void interceptTestTemplateMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        run(invocation::proceed, () -> again(method, context));
    }

    /** JUnit lets each invocation proceed once only. */
    private static void again(ReflectiveInvocationContext<Method> method, ExtensionContext context) throws Throwable {
        context.publishReportEntry("nng panicked, runs again", context.getDisplayName());
        try {
            method.getExecutable().setAccessible(true);
            method.getExecutable()
                    .invoke(
                            method.getTarget().orElse(null),
                            method.getArguments().toArray());
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    static void run(Attempt first, Attempt second) throws Throwable {
        Throwable failure = failure(first);
        if (failure == null) {
            return;
        }
        if (!hasPanicked()) {
            throw failure;
        }
        Throwable next = failure(second);
        if (next == null) {
            return;
        }
        next.addSuppressed(failure);
        throw hasPanicked() ? new AssertionError("nng must not panic twice in one test: cause=" + next, next) : next;
    }

    private static @Nullable Throwable failure(Attempt attempt) {
        USED.get().clear();
        try {
            attempt.run();
            return null;
        } catch (Throwable failure) {
            return failure;
        }
    }

    private static boolean hasPanicked() {
        for (PeerProcess process : USED.get()) {
            process.endsWithin(DYING);
            if (process.hasPanicked()) {
                return true;
            }
        }
        return false;
    }
}
