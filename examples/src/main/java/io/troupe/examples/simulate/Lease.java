// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.simulate;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Promise;
import io.troupe.testkit.schedule.Simulator;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A lock with leases protects a counter. Each of two workers acquires the lease, reads the counter and writes the next number. A
 * lease ends by itself after 100 ms, as its holder may be dead; or only slow. So the counter refuses the tokens of older leases:
 * without that, a slow holder overwrites what its successor has written.
 */
public final class Lease {
    private static final Duration LENGTH = Duration.ofMillis(100);

    private Lease() {}

    /** Gives the lease to one worker at a time, each time with a greater token. */
    public static class Lock extends Actor<Lock> {
        private final Deque<Worker> waiting = new ArrayDeque<>();
        private boolean held;
        private int token;

        /** Asks for the lease; {@link Worker#granted} is the answer. */
        public void acquire(Worker worker) {
            waiting.add(worker);
            grant();
        }

        /** Gives a lease back. Without effect if it is over. */
        public void release(int ended) {
            if (held && ended == token) {
                held = false;
                grant();
            }
        }

        private void grant() {
            if (!held && !waiting.isEmpty()) {
                held = true;
                int granted = ++token;
                waiting.remove().granted(granted);
                context().after(LENGTH, () -> release(granted));
            }
        }
    }

    /** Adds one to the counter, once. */
    public static class Worker extends Actor<Worker> {
        private final Lock lock;
        private final Counter counter;
        private int added;

        /** A worker that has not begun. */
        public Worker(Lock lock, Counter counter) {
            this.lock = lock;
            this.counter = counter;
        }

        /** Begins. */
        public void begin() {
            lock.acquire(self());
        }

        // tag::granted[]
        /** It has the lease now, or had it until a moment ago. */
        public void granted(int token) {
            counter.read(token)
                    .flatMap(count -> counter.write(token, count + 1))
                    .then(written -> added++)
                    .onComplete((done, late) -> lock.release(token));
        }
        // end::granted[]

        /** What it knows to have added: 0 or 1. */
        public Promise<Integer> added() {
            return Promise.of(added);
        }
    }

    /** A number that the lock protects. */
    public static class Counter extends Actor<Counter> {
        private final boolean fenced;
        private int newest;
        private int count;

        /**
         * Zero.
         *
         * @param fenced whether it refuses leases that are older than the newest it knows
         */
        public Counter(boolean fenced) {
            this.fenced = fenced;
        }

        /** Reads the number under a lease. */
        public Promise<Integer> read(int token) {
            return isOver(token) ? over(token) : Promise.of(count);
        }

        /** Writes the number under a lease. */
        public Promise<Integer> write(int token, int newCount) {
            if (isOver(token)) {
                return over(token);
            }
            count = newCount;
            return Promise.of(count);
        }

        private boolean isOver(int token) {
            newest = Math.max(newest, token);
            return fenced && token < newest;
        }

        private Promise<Integer> over(int token) {
            return Promise.failed(
                    new IllegalStateException("a lease must be the newest one: token=" + token + ", newest=" + newest));
        }
    }

    /**
     * One run: two workers add one each.
     *
     * @param simulator decides what happens when
     * @param fenced whether the counter looks at the tokens
     * @throws AssertionError if the counter has lost what a worker has added
     */
    public static void run(Simulator simulator, boolean fenced) {
        ActorSystem system = simulator.system("lease");
        Lock lock = system.spawn(Lock.class, Lock::new, "lock");
        Counter counter = system.spawn(Counter.class, () -> new Counter(fenced), "counter");
        Worker ann = system.spawn(Worker.class, () -> new Worker(lock, counter), "ann");
        Worker bob = system.spawn(Worker.class, () -> new Worker(lock, counter), "bob");
        ann.begin();
        bob.begin();
        simulator.runFor(Duration.ofSeconds(1));

        int added = Results.of(simulator, ann.added()) + Results.of(simulator, bob.added());
        int count = Results.of(simulator, counter.read(Integer.MAX_VALUE));
        if (count < added) {
            throw new AssertionError("the counter must keep what was added: added=" + added + ", count=" + count);
        }
    }
}
