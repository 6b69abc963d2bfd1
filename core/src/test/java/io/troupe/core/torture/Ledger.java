// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.torture;

import io.troupe.core.promise.Promise;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** What was sent and what became of it. Any thread. */
final class Ledger {
    private static final int MOST_VIOLATIONS = 20;

    final LongAdder told = new LongAdder();
    final LongAdder delivered = new LongAdder();
    /** Tasks given to executor views, and those that ran or were refused. */
    final LongAdder given = new LongAdder();

    final LongAdder taken = new LongAdder();

    private final AtomicLong senders = new AtomicLong();
    private final Queue<Owed> asks = new ConcurrentLinkedQueue<>();
    private final Queue<WeakReference<Object>> ended = new ConcurrentLinkedQueue<>();
    private final List<String> violations = new CopyOnWriteArrayList<>();

    private record Owed(String what, Promise<?> promise) {}

    long newSender() {
        return senders.incrementAndGet();
    }

    /** An ask, or something else that has to settle. */
    <T> Promise<T> asked(String what, Promise<T> promise) {
        asks.add(new Owed(what, promise));
        return promise;
    }

    void violated(String what) {
        if (violations.size() < MOST_VIOLATIONS) {
            violations.add(what);
        }
    }

    /** An object that nobody needs any longer. */
    void ended(Object actor) {
        ended.add(new WeakReference<>(actor));
    }

    /** Forgets what has settled, and what is no longer reachable, so that a long run keeps nothing. */
    void forget() {
        asks.removeIf(owed -> owed.promise.isSettled());
        ended.removeIf(reference -> reference.get() == null);
    }

    boolean isSettled() {
        return asks.stream().allMatch(owed -> owed.promise.isSettled());
    }

    List<String> unsettled() {
        return asks.stream()
                .filter(owed -> !owed.promise.isSettled())
                .map(owed -> owed.what + " is not settled")
                .limit(MOST_VIOLATIONS)
                .toList();
    }

    int reachable() {
        forget();
        return ended.size();
    }

    List<String> violations() {
        return violations;
    }
}
