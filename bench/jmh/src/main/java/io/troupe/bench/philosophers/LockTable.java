// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.philosophers;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * A mutex per fork. Who takes or puts back a fork that is far away waits until that is done, as a synchronous call does. Any
 * number of threads.
 */
final class LockTable {
    private final Guests guests;
    private final long latencyMillis;
    private final ReentrantLock[] forks;
    private final AtomicInteger left = new AtomicInteger();
    /** By seat; written by the thread that runs the seat, which hands it over by the executor. */
    private final int[] meals;

    LockTable(Guests guests, Duration latency) {
        this.guests = guests;
        latencyMillis = latency.toMillis();
        forks = Stream.generate(ReentrantLock::new).limit(guests.seats()).toArray(ReentrantLock[]::new);
        meals = new int[guests.seats()];
    }

    /** Puts meals on the table. Between batches. */
    void open(int count) {
        left.set(count);
    }

    /** A philosopher with a thread of its own. */
    Runnable allMeals(int seat) {
        return () -> {
            while (eat(seat)) {
                // hungry again
            }
            leave(seat);
        };
    }

    /** A meal, after which the philosopher queues again. */
    Runnable oneMeal(int seat, Executor executor) {
        return new Runnable() {
            @Override
            public void run() {
                if (eat(seat)) {
                    executor.execute(this);
                } else {
                    leave(seat);
                }
            }
        };
    }

    private void leave(int seat) {
        int eaten = meals[seat];
        meals[seat] = 0;
        guests.leave(seat, eaten);
    }

    private boolean eat(int seat) {
        ReentrantLock first = forks[Seating.fork(seat, true, forks.length)];
        ReentrantLock second = forks[Seating.fork(seat, false, forks.length)];
        travel();
        first.lock();
        try {
            if (left.getAndDecrement() <= 0) {
                return false;
            }
            travel();
            second.lock();
            try {
                meals[seat]++;
                travel();
            } finally {
                second.unlock();
            }
        } finally {
            first.unlock();
        }
        return true;
    }

    private void travel() {
        if (latencyMillis > 0) {
            try {
                Thread.sleep(latencyMillis);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted on the way to a fork", e);
            }
        }
    }
}
