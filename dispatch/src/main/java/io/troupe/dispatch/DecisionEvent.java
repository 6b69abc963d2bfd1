// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.balance.Decision;
import java.util.Locale;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** A decision of the balancer in flight recordings: what was done to which cell, and the numbers it rested on. */
@Name("io.troupe.Decision")
@Label("Balancer decision")
@Category("Troupe")
@Description("A worker started or stopped, a backlog shared, or a cell moved to another worker")
@StackTrace(false)
final class DecisionEvent extends Event {
    @Label("Dispatcher")
    String dispatcher = "";

    @Label("Kind")
    String kind = "";

    @Label("Reason")
    String reason = "";

    @Label("Cell")
    @Nullable
    String cell;

    @Label("From Worker")
    int from = -1;

    @Label("To Worker")
    int to = -1;

    @Label("Load")
    @Description("Of the cell or, without one, of the worker; in workers")
    double load;

    @Label("Load of the Old Worker")
    double fromLoad;

    @Label("Load of the New Worker")
    double toLoad;

    @Label("Calls between Workers Saved per Second")
    double hopsSaved;

    @Label("Gain of the Plan")
    @Description("In workers")
    double gain;

    DecisionEvent() {}

    static void emit(String dispatcher, Decision<?> decision) {
        DecisionEvent event = new DecisionEvent();
        if (event.isEnabled()) {
            event.dispatcher = dispatcher;
            event.describe(decision);
            event.commit();
        }
    }

    private void describe(Decision<?> decision) {
        kind = decision.getClass().getSimpleName().toLowerCase(Locale.ROOT);
        reason = decision.reason().name().toLowerCase(Locale.ROOT);
        if (decision instanceof Decision.Start<?> start) {
            to = start.worker();
            load = start.load();
            gain = start.gain();
        } else if (decision instanceof Decision.Stop<?> stop) {
            from = stop.worker();
            load = stop.load();
        } else if (decision instanceof Decision.Share<?> share) {
            from = share.worker();
            load = share.load();
        } else if (decision instanceof Decision.Move<?> move) {
            describe(move);
        }
    }

    private void describe(Decision.Move<?> move) {
        cell = String.valueOf(move.cell());
        from = move.from();
        to = move.to();
        load = move.load();
        fromLoad = move.fromLoad();
        toLoad = move.toLoad();
        hopsSaved = move.hopsSaved();
        gain = move.gain();
    }
}
