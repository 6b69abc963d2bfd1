// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

/** Notices a program that goes on for ever: too many events, or only timers. For the thread of the simulation. */
final class ProgressWatch {
    /** More events than that in one call are a program that never comes to rest. */
    private static final long MOST_EVENTS = 10_000_000;

    /** As many events at one moment are a program that would never let time pass, however many may happen in one call. */
    private static final long MOST_AT_ONCE = 1_000_000;

    /** So often may time pass without that anything is sent before a program counts as one that goes on for ever. */
    private static final int MOST_TIMERS = 1_000;

    private long mostEvents = MOST_EVENTS;

    /** Events since time has passed. */
    private long atOnce;

    /** How often time has passed since anything but a turn has happened. */
    private long timersAlone;

    /** Sets how many events one call may let happen. */
    void limit(long most) {
        if (most < 1) {
            throw new IllegalArgumentException("most events must be at least 1: most=" + most);
        }
        mostEvents = most;
    }

    void happens(EventKind kind) {
        atOnce = kind == EventKind.TIME ? 0 : atOnce + 1;
        if (kind == EventKind.TIME) {
            timersAlone++;
        } else if (kind != EventKind.TURN) {
            timersAlone = 0;
        }
    }

    /** How often time has passed since anything but a turn has happened. */
    long timersAlone() {
        return timersAlone;
    }

    /** Fails if one call has let too many events happen, or too many at one moment. */
    void checkEvents(long happened, Object run) {
        if (Math.min(happened, atOnce) >= Math.max(MOST_AT_ONCE, mostEvents / 10) && happened < mostEvents) {
            throw new IllegalStateException(
                    "the actors must come to rest, but time stands still: events=" + atOnce + ", " + run);
        }
        if (happened >= mostEvents) {
            throw new IllegalStateException("the actors must come to rest: events=" + happened + ", " + run);
        }
    }

    /** Fails if time has passed too often while nothing was sent. */
    void checkTimers(long alone, Object run) {
        if (alone > MOST_TIMERS) {
            throw new IllegalStateException(
                    "the program must come to rest, but only timers go on: timers=" + MOST_TIMERS + ", " + run);
        }
    }
}
