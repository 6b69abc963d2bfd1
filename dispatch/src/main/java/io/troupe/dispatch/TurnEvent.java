// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.cell.Cell;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import org.jspecify.annotations.Nullable;

/** A long turn in flight recordings; how long is the threshold of the recording. */
@Name("io.troupe.Turn")
@Label("Long turn")
@Category("Troupe")
@Description("One turn of an actor took longer than the threshold")
@Threshold("10 ms")
@StackTrace(false)
final class TurnEvent extends Event {
    /** Asked whether there is any point in making another one: a field of the class, once recordings have changed it. */
    private static final TurnEvent PROBE = new TurnEvent();

    @Label("Actor")
    String actor = "";

    @Label("Messages")
    @Description("Delivered in this turn")
    long messages;

    private TurnEvent() {}

    /** The event of a turn that begins now, or null while nobody records turns. */
    static @Nullable TurnEvent start() {
        if (!PROBE.isEnabled()) {
            return null;
        }
        TurnEvent event = new TurnEvent();
        event.begin();
        return event;
    }

    /** Ends the turn. Its thread, which still owns the cell or has lost it: only what any thread may read is read. */
    void stop(Cell cell, long messagesBefore) {
        end();
        if (shouldCommit()) {
            actor = cell.toString();
            messages = cell.deliveredCount() - messagesBefore;
            commit();
        }
    }
}
