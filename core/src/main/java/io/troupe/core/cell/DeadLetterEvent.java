// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.actor.DeadLetter;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A dead letter in flight recordings. */
@Name("io.troupe.DeadLetter")
@Label("Dead letter")
@Category("Troupe")
@Description("A message was not delivered and has no caller to be told")
@StackTrace(false)
final class DeadLetterEvent extends Event {
    @Label("Target")
    String target = "";

    @Label("Method")
    String method = "";

    @Label("Reason")
    String reason = "";

    DeadLetterEvent() {}

    /** Whether a recording wants such events. */
    static boolean isRecorded() {
        return new DeadLetterEvent().isEnabled();
    }

    static void emit(DeadLetter letter) {
        DeadLetterEvent event = new DeadLetterEvent();
        if (event.isEnabled()) {
            event.target = letter.target();
            event.method = letter.method();
            event.reason = letter.reason().name();
            event.commit();
        }
    }
}
