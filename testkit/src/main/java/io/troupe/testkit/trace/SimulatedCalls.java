// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.trace;

import io.troupe.testkit.schedule.EventKind;
import io.troupe.testkit.schedule.SimEvent;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a simulation has told: the turn that runs, and the calls that are under way. Guarded by the recorder's lock. */
final class SimulatedCalls {
    /** The turn that runs or was the last one. */
    private @Nullable SimEvent turn;

    /** By the names of their arrivals, until they arrive. */
    private final Map<String, TraceEvent> flying = new HashMap<>();

    /** Number of a sending → number of its arrival. */
    private final Map<Long, Long> arrivals = new HashMap<>();

    void turnBegins(SimEvent event) {
        turn = event;
    }

    /** The number of the turn that runs, as the simulation counts turns; 0: there is none. */
    long turnOrdinal() {
        return turn == null ? 0 : turn.ordinal();
    }

    /** The name of the turn in which an event has been made; empty: in none. */
    String madeIn(TraceEvent event) {
        SimEvent now = turn;
        if (now == null) {
            return "";
        }
        boolean made =
                switch (event.kind()) {
                    case SEND, ANSWER -> now.target().equals(event.source());
                    case NOTE, TIME -> now.target().equals(event.target());
                    case ARRIVAL, TURN, BYTES, DISK, TASK, FAULT, LINK -> false;
                };
        return made ? now.name() : "";
    }

    void sent(TraceEvent event) {
        SimEvent step = event.step();
        flying.put(SimEvent.name(EventKind.ARRIVAL, step.source(), step.target(), step.ordinal()), event);
    }

    /** The sending of the call that arrives with an event of that name; null: it is not under way. */
    @Nullable
    TraceEvent underWay(String arrival) {
        return flying.get(arrival);
    }

    void arrived(TraceEvent sent, TraceEvent arrival) {
        flying.remove(arrival.name(), sent);
        arrivals.put(sent.step().number(), arrival.step().number());
    }

    /** The number of the arrival of the call that was sent with that number; null: it has not arrived. */
    @Nullable
    Long arrivalOf(long sending) {
        return arrivals.get(sending);
    }
}
