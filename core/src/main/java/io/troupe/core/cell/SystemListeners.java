// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.actor.DeadLetter;
import io.troupe.core.actor.Supervision.Decision;
import io.troupe.core.actor.SystemListener;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * The listeners of one system as one. A listener that throws hurts nobody: the others are told all the same, and each
 * kind of failure is reported once. Any thread.
 */
final class SystemListeners implements SystemListener {
    private final List<SystemListener> listeners;
    private final BiConsumer<String, Throwable> failures;
    private final Set<String> reported = ConcurrentHashMap.newKeySet();

    /**
     * Listeners in the order in which they are told.
     *
     * @param failures told about the first failure of each method of each listener's class
     */
    SystemListeners(List<SystemListener> listeners, BiConsumer<String, Throwable> failures) {
        this.listeners = List.copyOf(listeners);
        this.failures = failures;
    }

    boolean isEmpty() {
        return listeners.isEmpty();
    }

    private void each(String method, Consumer<SystemListener> call) {
        for (SystemListener listener : listeners) {
            try {
                call.accept(listener);
            } catch (Throwable e) {
                report(listener.getClass().getName() + "." + method, e);
            }
        }
    }

    private void report(String kind, Throwable failure) {
        if (reported.add(kind)) {
            failures.accept(
                    "a listener must not throw: method=" + kind + "; further failures of this method are not logged",
                    failure);
        }
    }

    @Override
    public void onDeadLetter(DeadLetter letter) {
        each("onDeadLetter", listener -> listener.onDeadLetter(letter));
    }

    @Override
    public void onFailure(String address, Throwable cause, Decision decision) {
        each("onFailure", listener -> listener.onFailure(address, cause, decision));
    }

    @Override
    public void onUnhandledFailure(String origin, Throwable cause) {
        each("onUnhandledFailure", listener -> listener.onUnhandledFailure(origin, cause));
    }

    @Override
    public void onBlocked(String address, String method, Duration atLeast, List<StackTraceElement> stack) {
        each("onBlocked", listener -> listener.onBlocked(address, method, atLeast, stack));
    }

    @Override
    public void onBacklog(String address, int waiting) {
        each("onBacklog", listener -> listener.onBacklog(address, waiting));
    }

    @Override
    public void onWorkerReplaced(String worker, Throwable cause) {
        each("onWorkerReplaced", listener -> listener.onWorkerReplaced(worker, cause));
    }

    @Override
    public void onDecision(io.troupe.dispatch.balance.Decision<String> decision) {
        each("onDecision", listener -> listener.onDecision(decision));
    }
}
