// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The lanes of what parts of a simulation have added, and of tasks. For the thread of the simulation. */
final class ActionLanes {
    private final Participants participants;
    private final PossibleLanes possible;
    private final FlightPool flights;
    private final LaneTable lanes = new LaneTable();

    /** Of tasks that wait: each has a lane of its own. */
    private final Set<Lane> tasks = new LinkedHashSet<>();

    ActionLanes(Participants participants, PossibleLanes possible, FlightPool flights) {
        this.participants = participants;
        this.possible = possible;
        this.flights = flights;
    }

    /** Adds an event to the lane of its kind, source and target. */
    void add(EventKind kind, String source, String target, long nanos, String label, Runnable action, long cause) {
        Participant from = participants.of(source);
        Participant to = participants.of(target);
        Lane lane = lanes.get(kind, from, to);
        if (lane == null) {
            lane = possible.make(Lane.Content.ACTIONS, kind, from, to);
            lanes.put(lane);
        }
        Flight flight = flights.take(action, kind, cause);
        flight.label = label;
        flight.notBefore = nanos;
        possible.append(lane, flight);
    }

    /** Adds a task, which waits for no other one. */
    void submit(Participant source, String name, Runnable task, long cause) {
        Participant target = participants.of(name);
        Lane counter = lanes.get(EventKind.TASK, source, target);
        if (counter == null) {
            counter = new Lane(Lane.Content.ACTIONS, EventKind.TASK, source, target);
            lanes.put(counter);
        }
        Lane lane = possible.make(Lane.Content.ACTIONS, EventKind.TASK, source, target);
        lane.count = counter.count++;
        tasks.add(lane);
        possible.append(lane, flights.take(task, EventKind.TASK, cause));
    }

    /** Runs an event that was taken off its lane. */
    void run(Lane lane, Flight flight) {
        Runnable action = (Runnable) flight.load;
        if (flight.kind == EventKind.TASK) {
            tasks.remove(lane);
        }
        flights.release(flight);
        if (action != null) {
            action.run();
        }
    }

    void addLanes(List<Lane> all) {
        for (int i = 0; i < lanes.size(); i++) {
            all.add(lanes.at(i));
        }
    }

    void addTasks(List<Lane> all) {
        all.addAll(tasks);
    }
}
