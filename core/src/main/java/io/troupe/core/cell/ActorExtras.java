// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

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
    private final List<Message> stash = new ArrayList<>(); // guarded by itself: others look at it
    private final SerialSections sections;
    private final ActorExecutor executor;
    private final RestartHistory restarts = new RestartHistory();
    private final Children children = new Children();

    /** Counted by the actor, read racily by whoever takes a snapshot. */
    private int failures;

    private int restartCount;

    /** Whether a restart waits for its pause to end. */
    private boolean pausing;

    /** Whether the object after a restart is about to be made. */
    private boolean making;

    /** Promises for whose settling the messages wait. */
    private int waits;

    ActorExtras(ActorCell cell) {
        this.sections = new SerialSections(cell);
        this.executor = new ActorExecutor(cell);
    }

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

    void stash(Message message) {
        synchronized (stash) {
            stash.add(message);
        }
    }

    /** What was put aside, which is forgotten here. */
    List<Message> takeStash() {
        synchronized (stash) {
            List<Message> all = List.copyOf(stash);
            stash.clear();
            return all;
        }
    }

    /** What is put aside. Any thread. */
    List<Message> stashed() {
        synchronized (stash) {
            return List.copyOf(stash);
        }
    }

    boolean isPausing() {
        return pausing;
    }

    void pausing(boolean now) {
        pausing = now;
    }

    boolean isMaking() {
        return making;
    }

    void making(boolean now) {
        making = now;
    }

    ActorExecutor executor() {
        return executor;
    }

    /** One more promise, or one less, for which the messages wait. */
    void waits(int change) {
        waits += change;
    }

    /** Lets go of all that messages wait for. */
    void waitForNothing() {
        waits = 0;
    }

    boolean isWaiting() {
        return waits > 0;
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

    RestartHistory restarts() {
        return restarts;
    }

    SerialSections sections() {
        return sections;
    }
}
