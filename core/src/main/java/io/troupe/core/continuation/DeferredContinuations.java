// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Continuations of one executor, registered for promises that had settled, which wait for an earlier one: it is on its way
 * from the settling thread and must run first. In registration order; a continuation that need not wait itself stays
 * behind those that must.
 *
 * <p>Touched in turns of the executor only, except after its actor has ended, when any thread may give up what is left:
 * hence the lock, which nobody competes for.
 */
final class DeferredContinuations {
    private final ArrayDeque<Entry> waiting = new ArrayDeque<>();

    DeferredContinuations() {}

    synchronized boolean isEmpty() {
        return waiting.isEmpty();
    }

    synchronized void add(ContinuationPromise<?, ?> continuation, @Nullable DefaultPromise<?> behindLastOf) {
        waiting.add(new Entry(continuation, behindLastOf));
    }

    /** The next one that need not wait any more, or null. */
    synchronized @Nullable ContinuationPromise<?, ?> poll() {
        Entry first = waiting.peek();
        if (first == null || (first.behindLastOf != null && first.behindLastOf.hasLast())) {
            return null;
        }
        waiting.remove();
        return first.continuation;
    }

    private record Entry(ContinuationPromise<?, ?> continuation, @Nullable DefaultPromise<?> behindLastOf) {}
}
