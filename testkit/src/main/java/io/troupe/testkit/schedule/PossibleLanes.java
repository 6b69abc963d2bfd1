// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The lanes whose first event may happen now, from which a strategy picks. Others are paused, wait for their time, or are shut by
 * a gate. For the thread of the simulation.
 */
final class PossibleLanes {
    private final Realism realism;
    private final SimulatedTime time;
    private final LaneGate gate;
    private final Moment moment;
    private final FlightPool flights;
    private final RunLog log;
    private final List<Pause> pauses = new ArrayList<>();
    private Chooser chooser;

    /** The chooser of the strategy while another one picks in a fair order. */
    private @Nullable Chooser strategy;

    /** How many events another chooser has picked since. */
    private long others;

    private boolean finished;

    /** A place whose events stand still. */
    private record Pause(Predicate<String> place) {
        boolean holds(Lane lane) {
            return place.test(lane.target.name()) || (lane.source != lane.target && place.test(lane.source.name()));
        }
    }

    PossibleLanes(
            Realism realism,
            SimulatedTime time,
            LaneGate gate,
            Moment moment,
            FlightPool flights,
            RunLog log,
            Chooser chooser) {
        this.flights = flights;
        this.log = log;
        this.realism = realism;
        this.time = time;
        this.gate = gate;
        this.moment = moment;
        this.chooser = chooser;
    }

    // ---- becoming possible ---------------------------------------------------------------------------------------

    /** Makes a lane. It stands still if its place does. */
    Lane make(Lane.Content content, EventKind kind, Participant source, Participant target) {
        Lane lane = new Lane(content, kind, source, target);
        for (Pause pause : pauses) {
            if (pause.holds(lane)) {
                lane.pauses++;
            }
        }
        return lane;
    }

    /** Adds an event at the end of its lane. */
    void append(Lane lane, Flight flight) {
        flight.made = chooser.now();
        boolean first = lane.head == null;
        lane.append(flight);
        if (first) {
            add(lane);
        }
    }

    /** The first event of a lane may have become possible. */
    void add(Lane lane) {
        if (lane.pauses > 0 || lane.offered || lane.timed || lane.shut) {
            return;
        }
        if (moment.isBetweenEvents()) {
            time.changed(); // the test has sent it, perhaps with a deadline
        }
        if (lane.content == Lane.Content.TURNS
                && lane.due == 0
                && !finished
                && lane.home() instanceof SimulatedDispatcher home) {
            lane.due = home.endOfTurn(time.nanos());
        }
        if (!time.postpones(lane)) {
            lane.offered = true;
            chooser.add(lane);
            log.possible(lane, time.nanos());
        }
    }

    /** The lane has had its first event; it may hold another one. */
    void addAgain(Lane lane) {
        if (lane.head != null || lane.ready) {
            add(lane);
        }
    }

    /** What has waited for its time becomes possible. */
    void wake() {
        for (Lane lane = time.awake(); lane != null; lane = time.awake()) {
            add(lane);
        }
    }

    /** What the gate has kept from happening may be picked again. */
    void reopen() {
        gate.takeAll().forEach(this::addAgain);
    }

    /** The first event of a lane cannot happen now. */
    void remove(Lane lane) {
        if (lane.offered) {
            lane.offered = false;
            chooser.remove(lane);
        } else if (lane.timed) {
            time.forget(lane);
        } else if (lane.shut) {
            gate.forget(lane);
        }
    }

    /** Whether messages are under way before they arrive. */
    boolean delaysMessages() {
        return realism != Realism.TURNS && !finished;
    }

    /** Whether a call settles when its answer arrives. Who decides over single events sees an answer as soon as it is known. */
    boolean delaysAnswers() {
        return delaysMessages() && !gate.isGuarded();
    }

    /** Forgets the events of a lane. Returns how many there were. */
    int clear(Lane lane) {
        remove(lane);
        int cleared = lane.ready ? 1 : 0;
        lane.ready = false;
        while (lane.head != null) {
            Flight flight = lane.take();
            if (lane.mailbox != null) {
                lane.mailbox.forgotten(flight);
            }
            flights.release(flight);
            cleared++;
        }
        return cleared;
    }

    // ---- picking -------------------------------------------------------------------------------------------------

    int size() {
        return chooser.size();
    }

    /**
     * Picks a lane and lets go of it. There is something beside time.
     *
     * @param timeLane the lane of time; null if time must not pass now
     * @param nanos from now to the earliest timer; 0 or more
     */
    Lane pick(@Nullable Lane timeLane, long nanos) {
        boolean offersTime = nanos <= 0 || (realism == Realism.FLIGHTS_AND_TIME && !finished);
        Lane lane = chooser.pick(offersTime ? timeLane : null, nanos);
        lane.offered = false;
        return lane;
    }

    /** An event has happened. */
    void ran(Lane lane) {
        chooser.ran(lane);
        others++;
    }

    /** Whether events happen in the order in which they become possible, until the strategy picks again. */
    void fair(boolean on) {
        Chooser other = strategy;
        if (on && other == null) {
            strategy = chooser;
            others = 0;
            choose(new FirstComeChooser());
        } else if (!on && other != null && !finished) {
            choose(other);
            strategy = null;
            other.missed(others);
        }
    }

    /** From now on events happen in the order in which they become possible, and no gate is asked. */
    void finish() {
        finished = true;
        gate.remove();
        reopen();
        choose(new FirstComeChooser());
    }

    /** Hands all that is possible over to another chooser. */
    private void choose(Chooser other) {
        List<Lane> left = chooser.drain();
        chooser = other;
        left.forEach(other::add);
    }

    // ---- standing still ------------------------------------------------------------------------------------------

    /** Lets a place stand still. Returns what {@link #resume} takes. */
    Object pause(Predicate<String> place, List<Lane> all) {
        Pause pause = new Pause(place);
        pauses.add(pause);
        for (Lane lane : all) {
            if (pause.holds(lane) && lane.pauses++ == 0) {
                remove(lane);
            }
        }
        return pause;
    }

    void resume(Object pause, List<Lane> all) {
        if (!(pause instanceof Pause held) || !pauses.remove(held)) {
            throw new IllegalArgumentException("pause must be one of this run that still holds: pause=" + pause);
        }
        for (Lane lane : all) {
            if (held.holds(lane) && --lane.pauses == 0) {
                addAgain(lane);
            }
        }
    }

    /** Forgets the events that come from a place or happen there. Returns how many there were. */
    int clear(Predicate<String> place, List<Lane> all) {
        Pause gone = new Pause(place);
        int cleared = 0;
        for (Lane lane : all) {
            if (gone.holds(lane)) {
                cleared += clear(lane);
            }
        }
        return cleared;
    }
}
