// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import io.troupe.core.message.Call;
import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellThread;
import org.jspecify.annotations.Nullable;

/** Lets one event of a run happen after the other. For the thread of the simulation. */
final class RunLoop {
    private final DriverThread driver;
    private final SimulatedTime time;
    private final Lane timeLane;
    private final PossibleLanes possible;
    private final LaneGate gate;
    private final Moment moment;
    private final RunLog log;
    private final ProgressWatch progress;
    private final SimulatedCells cells;
    private final ActionLanes actions;

    RunLoop(
            DriverThread driver,
            SimulatedTime time,
            Participant timer,
            PossibleLanes possible,
            LaneGate gate,
            Moment moment,
            RunLog log,
            ProgressWatch progress,
            SimulatedCells cells,
            ActionLanes actions) {
        this.driver = driver;
        this.time = time;
        this.timeLane = new Lane(Lane.Content.TIME, EventKind.TIME, timer, timer);
        this.possible = possible;
        this.gate = gate;
        this.moment = moment;
        this.log = log;
        this.progress = progress;
        this.cells = cells;
        this.actions = actions;
    }

    /** Lets one event happen; time passes at most to the given moment. Returns whether there was one. */
    boolean next(long until) {
        while (true) {
            if (driver.takeOver(log.events())) {
                time.changed();
            }
            possible.wake();
            long due = time.due();
            if (possible.size() == 0) {
                if (due > until) {
                    return false;
                }
            } else {
                Lane lane = possible.pick(due <= until ? timeLane : null, due - time.nanos());
                if (lane != timeLane) {
                    if (gate.isGuarded() && !gate.admits(lane, nextOf(lane))) {
                        continue;
                    }
                    happen(lane);
                    return true;
                }
            }
            if (pass(until)) {
                return true;
            }
        }
    }

    private void happen(Lane lane) {
        Participant before = moment.actor();
        long outer = moment.number();
        EventKind kind = lane.nextKind();
        if (gate.isGuarded()) {
            gate.begins(nextOf(lane));
        }
        begin(lane, kind);
        happens(kind);
        try {
            switch (lane.content) {
                case FLIGHTS -> land(lane, kind, moment.number());
                case TURNS -> turn(lane, moment.number());
                case ACTIONS -> act(lane, kind, moment.number());
                case TIME -> throw new AssertionError("time is offered apart");
            }
        } finally {
            moment.end(before, outer);
        }
    }

    private SimEvent nextOf(Lane lane) {
        Flight head = lane.head;
        return new SimEvent(
                log.events(),
                time.nanos(),
                lane.nextKind(),
                lane.source.name(),
                lane.target.name(),
                lane.nextOrdinal(),
                head == null ? lane.cause : head.cause,
                "");
    }

    private void begin(Lane lane, EventKind kind) {
        if (!log.isStopped()) {
            moment.begin(log.begin(lane.target, kind, lane.nextKey()));
        }
    }

    private void happens(EventKind kind) {
        if (!log.isStopped()) {
            progress.happens(kind);
        }
    }

    private void end(Lane lane, EventKind kind, int ordinal, long cause, String label, long number) {
        if (log.isRecording()) {
            log.end(new SimEvent(
                    number, time.nanos(), kind, lane.source.name(), lane.target.name(), ordinal, cause, label));
        }
        possible.ran(lane);
    }

    // ---- kinds of events -----------------------------------------------------------------------------------------

    /** Lets time pass to the earliest timer; false if there is none after all, or none until then. */
    private boolean pass(long until) {
        Participant before = moment.actor();
        long outer = moment.number();
        begin(timeLane, EventKind.TIME);
        long number = moment.number();
        moment.actor(timeLane.target);
        moment.timer(true);
        boolean passed = false;
        try {
            passed = time.pass(until);
        } finally {
            moment.timer(false);
            moment.end(before, outer);
            if (passed || log.isStopped()) {
                end(timeLane, EventKind.TIME, timeLane.happens(EventKind.TIME), -1, "", number);
            } else {
                log.takeBack();
            }
        }
        if (passed) {
            happens(EventKind.TIME);
            possible.wake();
        }
        return passed;
    }

    /** A message or an answer arrives. */
    private void land(Lane lane, EventKind kind, long number) {
        Flight flight = lane.take();
        int ordinal = lane.happens(kind);
        long cause = flight.cause;
        String label = label(flight.load);
        FlightMailbox mailbox = lane.mailbox;
        if (mailbox != null) {
            moment.actor(lane.source);
            mailbox.land(flight);
        }
        end(lane, kind, ordinal, cause, label, number);
        possible.addAgain(lane);
    }

    /** An actor runs one message or one callback. */
    private void turn(Lane lane, long number) {
        int ordinal = lane.happens(EventKind.TURN);
        lane.ready = false;
        lane.due = 0;
        long cause = lane.cause;
        Cell outer = CellThread.currentCell();
        moment.actor(lane.target);
        boolean again = cells.turn(lane, outer);
        String label = "";
        FlightMailbox mailbox = lane.mailbox;
        if (mailbox != null) {
            label = label(mailbox.takeLastMessage());
            cause = mailbox.lastCause() >= 0 ? mailbox.lastCause() : cause;
        }
        time.changed();
        end(lane, EventKind.TURN, ordinal, cause, label, number);
        if (again) {
            cells.readyAgain(lane, number);
        }
    }

    /** What a part of the simulation has added happens. */
    private void act(Lane lane, EventKind kind, long number) {
        Flight flight = lane.take();
        int ordinal = lane.happens(kind);
        long cause = flight.cause;
        String label = flight.label;
        moment.actor(lane.target);
        try {
            actions.run(lane, flight);
        } finally {
            time.changed();
            end(lane, kind, ordinal, cause, label, number);
            possible.addAgain(lane);
        }
    }

    /** What a message does, for people; empty if nobody records. */
    private String label(@Nullable Object message) {
        return log.isRecording() && message instanceof Call call ? call.method().toString() : "";
    }
}
