// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.trace;

import io.troupe.testkit.schedule.EventGate;
import io.troupe.testkit.schedule.SimEvent;
import io.troupe.testkit.schedule.Simulator;
import java.util.List;

/** A simulated run as a trace drives it: a producer that is to be paused is not possible. For the thread of the simulation. */
final class SimulationGate implements EventGate {
    private final Simulator simulator;
    private final EventRecorder recorder;

    SimulationGate(Simulator simulator, EventRecorder recorder) {
        this.simulator = simulator;
        this.recorder = recorder;
        simulator.gate(this);
    }

    @Override
    public boolean mayHappen(SimEvent next) {
        return recorder.admits(next);
    }

    @Override
    public void begins(SimEvent event) {
        switch (event.kind()) {
            case TURN -> recorder.turnBegins(event);
            case ARRIVAL -> recorder.arrives(event);
            case BYTES, DISK, TASK, FAULT, LINK, NOTE ->
                recorder.pass(
                        new Announcement(
                                event.kind(),
                                event.source(),
                                event.target(),
                                event.label(),
                                List.of(),
                                new TraceTag(recorder, recorder.origin(), -1)),
                        false);
            case ANSWER, SEND, TIME -> {} // recorded where the outcome, the message and the timer are known
        }
    }

    /** One event; time passes only if nothing else is possible, and what is held back goes before that. */
    boolean step() {
        return stepNow() || recorder.endDelayIfAny() || (!recorder.isTestStuck() && simulator.step(Long.MAX_VALUE - 1));
    }

    /** As {@link #step}, but time stands still. */
    boolean stepNow() {
        recorder.reopens();
        simulator.reopen();
        return simulator.step();
    }

    void end() {
        simulator.gate(null);
    }
}
