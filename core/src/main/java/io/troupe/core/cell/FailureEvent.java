// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.actor.Supervision.Decision;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A failure of an actor in flight recordings. */
@Name("io.troupe.Failure")
@Label("Actor failure")
@Category("Troupe")
@Description("An actor failed, and its supervision has decided what to do")
@StackTrace(false)
final class FailureEvent extends Event {
    @Label("Actor")
    String actor = "";

    @Label("Cause")
    String cause = "";

    @Label("Decision")
    String decision = "";

    FailureEvent() {}

    static void emit(String address, Throwable cause, Decision decision) {
        FailureEvent event = new FailureEvent();
        if (event.isEnabled()) {
            event.actor = address;
            event.cause = cause.getClass().getName();
            event.decision = decision.name();
            event.commit();
        }
    }
}
