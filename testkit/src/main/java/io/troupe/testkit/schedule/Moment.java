// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

/** The event that happens: its number and whose program runs. Between two events that is the test. For the thread of the simulation. */
final class Moment {
    private Participant actor;
    private long number = -1;
    private boolean timer;

    Moment(Participant outside) {
        this.actor = outside;
    }

    /** Who sends what is sent now. */
    Participant actor() {
        return actor;
    }

    /** Number of the event that happens, -1 between two events. */
    long number() {
        return number;
    }

    boolean isBetweenEvents() {
        return number < 0;
    }

    /** Whether the event that happens is that time passes. */
    boolean isTimer() {
        return timer;
    }

    void begin(long event) {
        number = event;
    }

    void actor(Participant running) {
        actor = running;
    }

    void timer(boolean passing) {
        timer = passing;
    }

    /** Back to what happened around an event: not always the test, since a task that waits for room lets events happen meanwhile. */
    void end(Participant outerActor, long outerNumber) {
        actor = outerActor;
        number = outerNumber;
    }
}
