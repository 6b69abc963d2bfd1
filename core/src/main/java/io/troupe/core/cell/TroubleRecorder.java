// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.actor.DeadLetter;
import io.troupe.core.actor.Supervision.Decision;
import jdk.jfr.FlightRecorder;

/**
 * Writes failures and dead letters into flight recordings. The class of an event brings in a hundred others of the Java library when
 * it is first used, and that in the turn of an actor. So these classes are left alone until the process uses flight recordings.
 */
final class TroubleRecorder {
    private TroubleRecorder() {}

    /** Whether a recording wants dead letters. */
    static boolean wantsDeadLetters() {
        return FlightRecorder.isInitialized() && DeadLetterEvent.isRecorded();
    }

    static void deadLetter(DeadLetter letter) {
        if (FlightRecorder.isInitialized()) {
            DeadLetterEvent.emit(letter);
        }
    }

    static void failure(String address, Throwable cause, Decision decision) {
        if (FlightRecorder.isInitialized()) {
            FailureEvent.emit(address, cause, decision);
        }
    }
}
