// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import org.jspecify.annotations.Nullable;

/** An event that waits on its lane: a message or an answer under way, a task, or a step that somebody has added. */
final class Flight {
    /** A message, something to run, or of an answer what settles the call. */
    @Nullable
    Object load;

    EventKind kind = EventKind.ARRIVAL;

    /** Who has sent a message that has arrived, if that is known. */
    @Nullable
    Participant sender;

    /** Simulated time before which it must not happen. */
    long notBefore;

    /** The strategy's time when it was made. */
    double made;

    /** Number of the event during which it was made, or that brought it where it is. */
    long cause;

    /** Order of sending, among those of one target. */
    long order;

    String label = "";

    @Nullable
    Flight next;
}
