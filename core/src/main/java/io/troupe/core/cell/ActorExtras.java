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

/** What only some actors need; made at the first use. In the actor's turns only, but for the children. */
final class ActorExtras {
    private final Set<ActorTimer> timers = new LinkedHashSet<>();
    private final Map<String, ActorTimer> namedTimers = new HashMap<>();
    private final List<CompletablePromise<Terminated>> watchers = new ArrayList<>();
    private final List<Message> stash = new ArrayList<>();
    private final Sections sections = new Sections();
    private final Restarts restarts = new Restarts();
    private final Children children = new Children();

    /** Counted by the actor, read racily by whoever takes a snapshot. */
    private int failures;

    private int restartCount;

    ActorExtras() {}

    void failed() {
        failures++;
    }

    void restarted() {
        restartCount++;
    }

    /** Failures so far. Any thread; racy. */
    int failures() {
        return failures;
    }

    /** Restarts so far. Any thread; racy. */
    int restartCount() {
        return restartCount;
    }

    Set<ActorTimer> timers() {
        return timers;
    }

    Children children() {
        return children;
    }

    List<Message> stash() {
        return stash;
    }

    Timeout startTimer(ActorTimer timer, long delayNanos) {
        if (timer.name != null) {
            cancelTimer(timer.name);
            namedTimers.put(timer.name, timer);
        }
        timers.add(timer);
        timer.start(delayNanos);
        return timer;
    }

    boolean cancelTimer(String name) {
        ActorTimer timer = namedTimers.get(name);
        return timer != null && timer.cancel();
    }

    /** Drops a timer that has run for the last time or was cancelled. */
    void forget(ActorTimer timer) {
        timers.remove(timer);
        if (timer.name != null) {
            namedTimers.remove(timer.name, timer);
        }
    }

    void cancelTimers() {
        timers.forEach(ActorTimer::end);
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

    Restarts restarts() {
        return restarts;
    }

    Sections sections() {
        return sections;
    }
}
