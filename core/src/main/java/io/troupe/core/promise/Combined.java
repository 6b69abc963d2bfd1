// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.promise;

import io.troupe.core.error.CombinedFailure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** Promises of several promises. The combining itself runs on the settling threads; nothing waits. */
final class Combined {
    private Combined() {}

    /** Told the outcome of one part. */
    private interface Part {
        void settled(int index, Object outcome);
    }

    static <T> Promise<List<T>> all(List<? extends Promise<? extends T>> parts) {
        CompletablePromise<List<T>> result = new CompletablePromise<>();
        AtomicReferenceArray<Object> outcomes = new AtomicReferenceArray<>(parts.size());
        AtomicInteger missing = new AtomicInteger(parts.size());
        if (parts.isEmpty()) {
            result.complete(List.of());
        }
        each(parts, (index, outcome) -> {
            Throwable cause = Outcomes.causeOf(outcome);
            outcomes.set(index, outcome);
            if (cause != null) {
                failFirst(result, index, parts.size(), cause);
            } else if (missing.decrementAndGet() == 0) {
                result.complete(values(outcomes));
            }
        });
        return result;
    }

    private static void failFirst(CompletablePromise<?> result, int index, int count, Throwable cause) {
        if (!result.isSettled()) {
            result.fail(new CombinedFailure(
                    "all promises must be fulfilled: failed=" + index + ", of=" + count + ", cause=" + cause, cause));
        }
    }

    private static <T> List<T> values(AtomicReferenceArray<Object> outcomes) {
        List<T> values = new ArrayList<>(outcomes.length());
        for (int i = 0; i < outcomes.length(); i++) {
            values.add(Outcomes.valueOf(outcomes.get(i)));
        }
        return Collections.unmodifiableList(values);
    }

    static <T> Promise<List<Settled<T>>> allSettled(List<? extends Promise<? extends T>> parts) {
        CompletablePromise<List<Settled<T>>> result = new CompletablePromise<>();
        @SuppressWarnings({"unchecked", "rawtypes"})
        @Nullable
        Settled<T>[] outcomes = new Settled[parts.size()];
        AtomicInteger missing = new AtomicInteger(parts.size());
        if (parts.isEmpty()) {
            result.complete(List.of());
        }
        each(parts, (index, outcome) -> {
            outcomes[index] = Outcomes.settled(outcome);
            if (missing.decrementAndGet() == 0) { // the counter publishes the array
                result.complete(Collections.unmodifiableList(Arrays.asList(outcomes)));
            }
        });
        return result;
    }

    static <T> Promise<T> any(List<? extends Promise<? extends T>> parts) {
        CompletablePromise<T> result = new CompletablePromise<>();
        AtomicReferenceArray<@Nullable Throwable> causes = new AtomicReferenceArray<>(parts.size());
        AtomicInteger missing = new AtomicInteger(parts.size());
        if (parts.isEmpty()) {
            result.fail(new CombinedFailure("any needs at least one promise: count=0"));
        }
        each(parts, (index, outcome) -> {
            Throwable cause = Outcomes.causeOf(outcome);
            causes.set(index, cause);
            if (cause == null) {
                first(result, outcome);
            } else if (missing.decrementAndGet() == 0) {
                result.fail(noneFulfilled(causes));
            }
        });
        return result;
    }

    private static CombinedFailure noneFulfilled(AtomicReferenceArray<@Nullable Throwable> causes) {
        CombinedFailure failure = new CombinedFailure(
                "any promise must be fulfilled: failed=" + causes.length() + ", of=" + causes.length());
        for (int i = 0; i < causes.length(); i++) {
            Throwable cause = causes.get(i);
            if (cause != null) {
                failure.addSuppressed(cause);
            }
        }
        return failure;
    }

    static <T> Promise<T> race(List<? extends Promise<? extends T>> parts) {
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("race needs at least one promise: count=0");
        }
        CompletablePromise<T> result = new CompletablePromise<>();
        each(parts, (index, outcome) -> first(result, outcome));
        return result;
    }

    private static void first(CompletablePromise<?> result, Object outcome) {
        if (!result.isSettled()) {
            result.settle(outcome);
        }
    }

    /** Runs the action on the settling thread, when both have settled. */
    static void whenBoth(Promise<?> first, Promise<?> second, Runnable action) {
        AtomicInteger missing = new AtomicInteger(2);
        each(List.of(first, second), (index, outcome) -> {
            if (missing.decrementAndGet() == 0) {
                action.run();
            }
        });
    }

    private static void each(List<? extends Promise<?>> parts, Part part) {
        for (int i = 0; i < parts.size(); i++) {
            Promise<?> promise = parts.get(i);
            if (promise instanceof DefaultPromise<?> pending) {
                pending.listen(new PartListener(part, i));
            } else {
                part.settled(i, ((FulfilledPromise<?>) promise).outcome());
            }
        }
    }

    private static final class PartListener extends Listener {
        private final Part part;
        private final int index;

        PartListener(Part part, int index) {
            this.part = part;
            this.index = index;
        }

        @Override
        @Nullable
        Listener onSettled(Object outcome) {
            part.settled(index, outcome);
            return null;
        }
    }
}
