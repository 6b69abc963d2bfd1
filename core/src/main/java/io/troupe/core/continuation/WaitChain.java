// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import io.troupe.core.error.CallTimeoutException;
import java.lang.StackWalker.StackFrame;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who waits for whom, from one promise on, for errors: a call that waits for the promise its method returned, which
 * waits for another call, and so on. A racy look at what others do meanwhile. Any thread.
 */
final class WaitChain {
    private static final int MOST_STEPS = 16;

    private final List<DefaultPromise<?>> steps = new ArrayList<>();

    /** How it goes on behind the last step. */
    private final String end;

    private WaitChain(DefaultPromise<?> first) {
        DefaultPromise<?> next = first;
        String more = "";
        while (next != null && more.isEmpty()) {
            if (steps.contains(next)) {
                more = " -> back to " + next.label() + ", so they wait for each other";
            } else if (steps.size() == MOST_STEPS) {
                more = " -> more";
            } else {
                steps.add(next);
                next = next.awaited();
            }
        }
        end = more;
    }

    static WaitChain of(DefaultPromise<?> first) {
        return new WaitChain(first);
    }

    /** What a promise says whose deadline has passed. */
    static CallTimeoutException overdue(DefaultPromise<?> promise, Deadline passed, boolean maybeExecuted) {
        WaitChain chain = of(promise);
        StackFrame callSite = passed.callSite();
        return chain.timeout(
                "call must be answered within its deadline: deadline=" + passed.limit() + ", " + chain
                        + (callSite == null ? "" : ", calledFrom=" + callSite)
                        + "; mend what it waits for, or give it more time by timeout or askTimeout",
                passed.limit(),
                maybeExecuted,
                false);
    }

    /** What a thread says that has waited long enough. */
    static CallTimeoutException awaited(DefaultPromise<?> promise, Duration limit) {
        WaitChain chain = of(promise);
        OutsideExecutors home = promise.home();
        String remedy = home == null || !home.isDriven()
                ? ""
                : "; its system has no threads and runs only what it is told to run: wait by TestSystem.await(promise), or run"
                        + " turns before";
        return chain.timeout(
                "await must end within its limit: limit=" + limit + ", " + chain + remedy, limit, true, true);
    }

    private CallTimeoutException timeout(String message, Duration limit, boolean maybeExecuted, boolean traced) {
        DefaultPromise<?> call = call();
        return new CallTimeoutException(
                message,
                call == null ? null : call.targetAddress(),
                call == null ? null : call.methodName(),
                limit,
                maybeExecuted,
                traced);
    }

    /** The first call, or null. */
    private @Nullable DefaultPromise<?> call() {
        for (DefaultPromise<?> step : steps) {
            if (step.methodName() != null) {
                return step;
            }
        }
        return null;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        DefaultPromise<?> call = call();
        if (call != null) {
            String address = call.targetAddress();
            if (address != null) {
                text.append("target=").append(address).append(", ");
            }
            text.append("method=").append(call.methodName()).append(", ");
        }
        text.append("state=").append(steps.get(0).whereabouts());
        for (int i = 1; i < steps.size(); i++) {
            DefaultPromise<?> step = steps.get(i);
            text.append(i == 1 ? ", waitsFor=" : " -> ").append(step.label());
            text.append(" [").append(step.whereabouts()).append(']');
        }
        return text.append(end).toString();
    }
}
