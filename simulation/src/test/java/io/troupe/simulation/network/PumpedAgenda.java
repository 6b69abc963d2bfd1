// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation.network;

import io.troupe.dispatch.timer.ManualClock;
import io.troupe.testkit.schedule.Agenda;
import io.troupe.testkit.schedule.EventKind;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * An agenda that a thread of its own works off, one event after the other, so that tests written for threads can wait in another
 * one. Time goes on by a millisecond whenever nothing may run. Everything happens under one lock.
 */
final class PumpedAgenda implements Agenda, AutoCloseable {
    private static final long TICK_NANOS = 1_000_000;

    final ReentrantLock lock = new ReentrantLock();
    final ManualClock clock = new ManualClock();
    private final Map<String, Deque<Event>> lanes = new LinkedHashMap<>();
    private final Map<String, RandomGenerator> sources = new HashMap<>();
    private final Thread thread = new Thread(this::pump, "pumped-agenda");
    private volatile boolean closed;

    private record Event(long nanos, Runnable action) {}

    void start() {
        thread.setDaemon(true);
        thread.start();
    }

    private void pump() {
        while (!closed) {
            boolean ran = false;
            lock.lock();
            try {
                Event next = next();
                if (next != null) {
                    next.action().run();
                    ran = true;
                } else {
                    clock.advance(Duration.ofNanos(TICK_NANOS));
                }
            } finally {
                lock.unlock();
            }
            if (!ran) {
                LockSupport.parkNanos(TICK_NANOS / 20);
            }
        }
    }

    private Event next() {
        long now = clock.nanos();
        for (Map.Entry<String, Deque<Event>> lane : List.copyOf(lanes.entrySet())) {
            Event head = lane.getValue().peek();
            if (head != null && head.nanos() <= now) {
                lane.getValue().poll();
                // behind the others, so that each lane has its turn
                Deque<Event> events = lanes.remove(lane.getKey());
                if (!events.isEmpty()) {
                    lanes.put(lane.getKey(), events);
                }
                return head;
            }
        }
        return null;
    }

    @Override
    public void add(EventKind kind, String source, String target, String label, Runnable action) {
        addAt(0, kind, source, target, label, action);
    }

    @Override
    public void addAt(long nanos, EventKind kind, String source, String target, String label, Runnable action) {
        lock.lock();
        try {
            lanes.computeIfAbsent(kind + " " + source + " " + target, lane -> new ArrayDeque<>())
                    .add(new Event(nanos, action));
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long nanos() {
        return clock.nanos();
    }

    @Override
    public RandomGenerator random(String purpose) {
        return sources.computeIfAbsent(purpose, name -> new Random(name.hashCode()));
    }

    @Override
    public Object pause(Predicate<String> place) {
        throw new UnsupportedOperationException("no test of transports pauses");
    }

    @Override
    public void resume(Object pause) {
        throw new UnsupportedOperationException("no test of transports pauses");
    }

    @Override
    public int drop(Predicate<String> place) {
        throw new UnsupportedOperationException("no test of transports drops");
    }

    @Override
    public void close() {
        closed = true;
    }
}
