// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.actor.Terminated;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.timer.Timeout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What only some actors need; made at the first use. In the actor's turns only, but for the children. */
final class ActorExtras {
    private final Set<ActorTimer> timers = new LinkedHashSet<>();
    private final Map<String, ActorTimer> namedTimers = new HashMap<>();
    private final List<CompletablePromise<Terminated>> watchers = new ArrayList<>();
    private final List<Message> stash = new ArrayList<>();
    private final Map<Object, Promise<?>> sections = new HashMap<>();
    private final Children children = new Children();

    ActorExtras() {}

    Set<ActorTimer> timers() {
        return timers;
    }

    Children children() {
        return children;
    }

    List<Message> stash() {
        return stash;
    }

    Timeout startTimer(ActorTimer timer, @Nullable String name, long delayNanos) {
        if (name != null) {
            cancelTimer(name);
            namedTimers.put(name, timer);
        }
        timers.add(timer);
        timer.start(delayNanos);
        return timer;
    }

    boolean cancelTimer(String name) {
        ActorTimer timer = namedTimers.remove(name);
        return timer != null && timer.cancel();
    }

    void cancelTimers() {
        timers.forEach(ActorTimer::cancel);
        timers.clear();
        namedTimers.clear();
    }

    void addWatcher(CompletablePromise<Terminated> watcher) {
        watchers.removeIf(Promise::isSettled); // those that were cancelled
        watchers.add(watcher);
    }

    void tellWatchers(Terminated end) {
        watchers.forEach(watcher -> watcher.complete(end));
        watchers.clear();
    }

    /** Starts the work when the last one of the same key has settled. */
    <T> Promise<T> serial(Object key, Supplier<? extends Promise<T>> work) {
        CompletablePromise<T> result = new CompletablePromise<>();
        Promise<?> before = sections.put(key, result);
        result.onComplete((value, failure) -> sections.remove(key, result)).onError(failure -> {});
        if (before == null || before.isSettled()) {
            begin(work, result);
        } else {
            before.onComplete((value, failure) -> begin(work, result)).onError(failure -> {});
        }
        return result;
    }

    private static <T> void begin(Supplier<? extends Promise<T>> work, CompletablePromise<T> result) {
        try {
            result.completeLike(work.get());
        } catch (Throwable e) {
            result.fail(e);
        }
    }

    void endSections() {
        sections.clear();
    }
}
