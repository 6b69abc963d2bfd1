// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/**
 * Begins {@link TurnEvent}s. The class of an event brings in a hundred others of the Java library when it is first used, so it is
 * left alone until the process uses flight recordings: most never do, and their start is faster.
 */
final class TurnRecorder {
    private TurnRecorder() {}

    /** The event of a turn that begins now, or null while nobody records turns. */
    static @Nullable TurnEvent begin() {
        return FlightRecorder.isInitialized() ? TurnEvent.start() : null;
    }
}
