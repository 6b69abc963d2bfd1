// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import io.troupe.core.error.CombinedException;
import io.troupe.core.promise.Promise;
import io.troupe.core.promise.Settled;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** Promises of several promises. The combining itself runs on the settling threads; nothing waits. */
final class Combinations {
    private Combinations() {}

    /** Told the outcome of one part. */
    private interface Part {
        void settled(int index, Object outcome);
    }

    static <T> Promise<List<T>> all(List<? extends Promise<? extends T>> given) {
        List<Promise<? extends T>> parts = copyOf(given);
        SettablePromise<List<T>> result = resultOf(parts);
        AtomicReferenceArray<Object> outcomes = new AtomicReferenceArray<>(parts.size());
        AtomicInteger missing = new AtomicInteger(parts.size());
        if (parts.isEmpty()) {
            result.complete(List.of());
        }
        each(result, parts, (index, outcome) -> {
            Throwable cause = OutcomeCodec.causeOf(outcome);
            outcomes.set(index, outcome);
            if (cause != null) {
                failFirst(result, index, parts.size(), cause);
            } else if (missing.decrementAndGet() == 0) {
                result.complete(values(outcomes));
            }
        });
        return result;
    }

    /** Belongs to the system of its parts, that of the first one that belongs to any. */
    private static <R> SettablePromise<R> resultOf(List<? extends Promise<?>> parts) {
        SettablePromise<R> result = new SettablePromise<>() {
            /** The failures of its parts are heard by it, so its own must be by somebody. */
            @Override
            protected void onUnheard(UnhandledFailure failure) {
                OutsideExecutors home = home();
                if (home != null) {
                    home.unhandled(failure);
                }
            }
        };
        parts.forEach(result::joinHome);
        return result;
    }

    /** The list may be any: one that makes its promises when it is asked for them is asked once for each. */
    private static <T> List<Promise<? extends T>> copyOf(List<? extends Promise<? extends T>> given) {
        List<Promise<? extends T>> parts = new ArrayList<>(given);
        int missing = parts.indexOf(null);
        if (missing >= 0) {
            throw new NullPointerException(
                    "a promise to combine must not be null: index=" + missing + ", of=" + parts.size());
        }
        return parts;
    }

    private static void failFirst(SettablePromise<?> result, int index, int count, Throwable cause) {
        if (!result.isSettled()) {
            result.fail(new CombinedException(
                    "all promises must be fulfilled: failed=" + index + ", of=" + count + ", cause="
                            + CauseText.of(cause),
                    cause));
        }
    }

    private static <T> List<T> values(AtomicReferenceArray<Object> outcomes) {
        List<T> values = new ArrayList<>(outcomes.length());
        for (int i = 0; i < outcomes.length(); i++) {
            values.add(OutcomeCodec.valueOf(outcomes.get(i)));
        }
        return Collections.unmodifiableList(values);
    }

    static <T> Promise<List<Settled<T>>> allSettled(List<? extends Promise<? extends T>> given) {
        List<Promise<? extends T>> parts = copyOf(given);
        SettablePromise<List<Settled<T>>> result = resultOf(parts);
        @SuppressWarnings({"unchecked", "rawtypes"})
        @Nullable
        Settled<T>[] outcomes = new Settled[parts.size()];
        AtomicInteger missing = new AtomicInteger(parts.size());
        if (parts.isEmpty()) {
            result.complete(List.of());
        }
        each(result, parts, (index, outcome) -> {
            outcomes[index] = OutcomeCodec.settled(outcome);
            if (missing.decrementAndGet() == 0) { // the counter publishes the array
                result.complete(Collections.unmodifiableList(Arrays.asList(outcomes)));
            }
        });
        return result;
    }

    static <T> Promise<T> any(List<? extends Promise<? extends T>> given) {
        List<Promise<? extends T>> parts = copyOf(given);
        SettablePromise<T> result = resultOf(parts);
        AtomicReferenceArray<@Nullable Throwable> causes = new AtomicReferenceArray<>(parts.size());
        AtomicInteger missing = new AtomicInteger(parts.size());
        if (parts.isEmpty()) {
            result.fail(new CombinedException("any needs at least one promise: count=0"));
        }
        each(result, parts, (index, outcome) -> {
            Throwable cause = OutcomeCodec.causeOf(outcome);
            causes.set(index, cause);
            if (cause == null) {
                first(result, outcome);
            } else if (missing.decrementAndGet() == 0) {
                result.fail(noneFulfilled(causes));
            }
        });
        return result;
    }

    private static CombinedException noneFulfilled(AtomicReferenceArray<@Nullable Throwable> causes) {
        CombinedException failure = new CombinedException(
                "any promise must be fulfilled: failed=" + causes.length() + ", of=" + causes.length());
        for (int i = 0; i < causes.length(); i++) {
            Throwable cause = causes.get(i);
            if (cause != null) {
                failure.addSuppressed(cause);
            }
        }
        return failure;
    }

    static <T> Promise<T> race(List<? extends Promise<? extends T>> given) {
        List<Promise<? extends T>> parts = copyOf(given);
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("race needs at least one promise: count=0");
        }
        SettablePromise<T> result = resultOf(parts);
        each(result, parts, (index, outcome) -> first(result, outcome));
        return result;
    }

    private static void first(SettablePromise<?> result, Object outcome) {
        if (!result.isSettled()) {
            result.settle(outcome);
        }
    }

    /** Settles the result like the second promise, when both have settled. */
    static <T> void whenBoth(SettablePromise<T> result, Promise<?> first, Promise<? extends T> second) {
        AtomicInteger missing = new AtomicInteger(2);
        each(result, List.of(first, second), (index, outcome) -> {
            if (missing.decrementAndGet() == 0) {
                result.completeLike(second);
            }
        });
    }

    private static void each(SettablePromise<?> result, List<? extends Promise<?>> parts, Part part) {
        List<Waiting> waiting = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            Promise<?> promise = parts.get(i);
            if (promise instanceof DefaultPromise<?> pending) {
                Waiting one = new Waiting(part, i);
                one.of = pending.depend(one);
                waiting.add(one);
            } else {
                part.settled(i, ((FulfilledPromise<?>) promise).outcome());
            }
        }
        result.listen(new Release(waiting));
    }

    /** Waits for one part. */
    private static final class Waiting implements Dependents.Dependent {
        private final Part part;
        private final int index;

        /** Written by the combining thread, before the result can let go. */
        private @Nullable Dependents of;

        Waiting(Part part, int index) {
            this.part = part;
            this.index = index;
        }

        @Override
        public void settled(Object outcome) {
            Cascade.take(() -> part.settled(index, outcome)); // the part may be a combination, too
        }
    }

    /** Lets go of the parts that have not settled, when the result has. */
    private static final class Release extends SettleListener {
        private final List<Waiting> waiting;

        Release(List<Waiting> waiting) {
            this.waiting = waiting;
        }

        @Override
        @Nullable
        SettleListener onSettled(Object outcome) {
            for (Waiting one : waiting) {
                if (one.of != null) {
                    one.of.remove(one);
                }
            }
            return null;
        }

        @Override
        boolean hears() {
            return false;
        }
    }
}
