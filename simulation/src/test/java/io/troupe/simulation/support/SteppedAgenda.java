// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation.support;

import io.troupe.dispatch.timer.ManualClock;
import io.troupe.testkit.schedule.Agenda;
import io.troupe.testkit.schedule.EventKind;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * The smallest agenda: the lane that has waited longest runs first, and time moves when nothing else may run. For tests of one
 * part of a simulation.
 */
public final class SteppedAgenda implements Agenda {
    public final ManualClock clock = new ManualClock();
    public final List<String> ran = new ArrayList<>();
    private final long seed;
    private final Map<String, Deque<Event>> lanes = new LinkedHashMap<>();
    private final Map<String, RandomGenerator> sources = new HashMap<>();

    private record Event(long nanos, String text, Runnable action) {}

    /** Without events. */
    public SteppedAgenda(long seed) {
        this.seed = seed;
    }

    /** Runs one event that may run now. */
    public boolean step() {
        long now = clock.nanos();
        for (Map.Entry<String, Deque<Event>> lane : List.copyOf(lanes.entrySet())) {
            Event head = lane.getValue().peek();
            if (head != null && head.nanos() <= now) {
                Deque<Event> events = lanes.remove(lane.getKey());
                events.poll();
                if (!events.isEmpty()) {
                    lanes.put(lane.getKey(), events);
                }
                ran.add(head.text());
                head.action().run();
                return true;
            }
        }
        return false;
    }

    /** Runs what may run, then moves time to the next event or timer, until the span is over. */
    public void runFor(Duration span) {
        long end = clock.nanos() + span.toNanos();
        while (true) {
            while (step()) {
                // until nothing may run
            }
            long next = end;
            for (Deque<Event> events : lanes.values()) {
                next = Math.min(next, events.getFirst().nanos());
            }
            Duration within = Duration.ofNanos(next - clock.nanos());
            if (!clock.advanceToNext(within)) {
                if (next == end) {
                    clock.advance(within);
                    while (step()) {
                        // what falls due at the end
                    }
                    return;
                }
                clock.advance(within);
            }
        }
    }

    /** Runs what comes as steps. */
    public Executor executor(String place) {
        return task -> add(EventKind.TASK, place, place, "", task);
    }

    @Override
    public void add(EventKind kind, String source, String target, String label, Runnable action) {
        addAt(0, kind, source, target, label, action);
    }

    @Override
    public void addAt(long nanos, EventKind kind, String source, String target, String label, Runnable action) {
        String lane = kind.word() + " " + source + "→" + target;
        lanes.computeIfAbsent(lane, name -> new ArrayDeque<>()).add(new Event(nanos, lane + " " + label, action));
    }

    @Override
    public long nanos() {
        return clock.nanos();
    }

    @Override
    public RandomGenerator random(String purpose) {
        return sources.computeIfAbsent(purpose, name -> new Random(seed ^ name.hashCode()));
    }

    @Override
    public Object pause(Predicate<String> place) {
        throw new UnsupportedOperationException("this agenda does not pause");
    }

    @Override
    public void resume(Object pause) {
        throw new UnsupportedOperationException("this agenda does not pause");
    }

    @Override
    public int drop(Predicate<String> place) {
        throw new UnsupportedOperationException("this agenda does not drop");
    }
}
