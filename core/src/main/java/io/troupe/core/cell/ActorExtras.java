// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.actor.Terminated;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.timer.Timeout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What only some actors need; made at the first use, and so is each part of it. In the actor's turns only, but for the children
 * and what was put aside, at which others look.
 */
final class ActorExtras {
    private final ActorCell cell;
    private @Nullable Set<ActorTimer> timers;
    private @Nullable Map<String, ActorTimer> namedTimers;
    private @Nullable List<Message> stash; // guarded by this
    private @Nullable SerialSections sections;
    private @Nullable ActorExecutor executor;
    private @Nullable RestartHistory restarts;

    /** Made by the actor; others may see it late. */
    private @Nullable Children children;

    /** Counted by the actor, read racily by whoever takes a snapshot. */
    private int failures;

    private int restartCount;

    /** Why it restarts; null when it does not. Written by the actor, read racily for texts. */
    private @Nullable Throwable restartCause;

    /** Whether a restart waits for its pause to end. */
    private boolean pausing;

    /** Whether the object after a restart is about to be made. */
    private boolean making;

    /** Promises for whose settling the messages wait. */
    private int waits;

    ActorExtras(ActorCell cell) {
        this.cell = cell;
    }

    /** Whether they say nothing that new ones would not. */
    boolean isUnused() {
        return failures == 0
                && restartCount == 0
                && waits == 0
                && !pausing
                && !making
                && timers == null
                && stashed().isEmpty()
                && sections == null
                && executor == null
                && restarts == null
                && children == null;
    }

    void failed() {
        failures++;
    }

    void restarts(Throwable cause) {
        restartCount++;
        restartCause = cause;
    }

    @Nullable
    Throwable restartCause() {
        return restartCause;
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
        return timers == null ? Set.of() : timers;
    }

    /** The children, of which there may be none. */
    Children children() {
        Children known = children;
        if (known == null) {
            known = new Children();
            children = known;
        }
        return known;
    }

    /** All children. Any thread. */
    List<ActorCell> allChildren() {
        Children known = children;
        return known == null ? List.of() : known.all();
    }

    int childCount() {
        Children known = children;
        return known == null ? 0 : known.count();
    }

    synchronized void stash(Message message) {
        if (stash == null) {
            stash = new ArrayList<>();
        }
        stash.add(message);
    }

    /** What was put aside, which is forgotten here. */
    synchronized List<Message> takeStash() {
        List<Message> all = stashed();
        stash = null;
        return all;
    }

    /** What is put aside. Any thread. */
    synchronized List<Message> stashed() {
        return stash == null ? List.of() : List.copyOf(stash);
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

    void making() {
        making = true;
    }

    /** Ends the restart, if there was one: its object is made now. */
    void made() {
        making = false;
        restartCause = null;
    }

    ActorExecutor executor() {
        ActorExecutor known = executor;
        if (known == null) {
            known = new ActorExecutor(cell);
            executor = known;
        }
        return known;
    }

    /** Whether its executor has accepted tasks that have not run. */
    boolean hasTasks() {
        return executor != null && !executor.isEmpty();
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
            if (namedTimers == null) {
                namedTimers = new HashMap<>();
            }
            namedTimers.put(timer.name, timer);
        }
        if (timers == null) {
            timers = new LinkedHashSet<>();
        }
        timers.add(timer);
        timer.start(delayNanos);
        return timer;
    }

    boolean cancelTimer(String name) {
        ActorTimer timer = namedTimers == null ? null : namedTimers.get(name);
        return timer != null && timer.cancel();
    }

    /** Drops a timer that has run for the last time or was cancelled. */
    void forget(ActorTimer timer) {
        if (timers != null) {
            timers.remove(timer);
        }
        if (timer.name != null && namedTimers != null) {
            namedTimers.remove(timer.name, timer);
        }
    }

    void cancelTimers() {
        if (timers != null) {
            timers.forEach(ActorTimer::end);
        }
        timers = null;
        namedTimers = null;
    }

    RestartHistory restarts() {
        RestartHistory known = restarts;
        if (known == null) {
            known = new RestartHistory();
            restarts = known;
        }
        return known;
    }

    SerialSections sections() {
        SerialSections known = sections;
        if (known == null) {
            known = new SerialSections(cell);
            sections = known;
        }
        return known;
    }

    /** Whether a section is at work or waits. */
    boolean hasSections() {
        return sections != null && !sections.isEmpty();
    }

    /** See {@link SerialSections#end}. */
    void endSections(Terminated end) {
        if (sections != null) {
            sections.end(end);
        }
    }

    /** See {@link SerialSections#failWaiting}. */
    void failWaitingSections(Terminated end) {
        if (sections != null) {
            sections.failWaiting(end);
        }
    }
}
