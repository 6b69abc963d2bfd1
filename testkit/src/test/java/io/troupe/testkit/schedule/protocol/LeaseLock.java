// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule.protocol;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BooleanSupplier;

/**
 * A lock with leases of 100 ms protects a disk. Each of three holders begins a section, does three steps and ends it. Repaired:
 * the disk refuses writes with an older token than the newest it has seen.
 */
final class LeaseLock {
    private static final Duration LEASE = Duration.ofMillis(100);
    private static final int STEPS = 3;
    private static final int HOLDERS = 3;

    private LeaseLock() {}

    /** Gives the lease to one holder at a time. */
    public static class Lock extends Actor<Lock> {
        private final Deque<Holder> waiting = new ArrayDeque<>();
        private int token;
        private boolean held;

        public void acquire(Holder holder) {
            waiting.add(holder);
            grant();
        }

        public void release(int released) {
            free(released);
        }

        private void free(int released) {
            if (held && released == token) {
                held = false;
                grant();
            }
        }

        private void grant() {
            Holder next = held ? null : waiting.poll();
            if (next != null) {
                held = true;
                int granted = ++token;
                context().after(LEASE, () -> free(granted));
                next.granted(granted);
            }
        }
    }

    /** Works as long as it believes to hold the lease. */
    public static class Holder extends Actor<Holder> {
        private final Lock lock;
        private final Disk disk;

        Holder(Lock lock, Disk disk) {
            this.lock = lock;
            this.disk = disk;
        }

        public void begin() {
            lock.acquire(self());
        }

        public void granted(int token) {
            disk.begin(token);
            self().work(token, STEPS);
        }

        public void work(int token, int left) {
            if (left > 0) {
                self().work(token, left - 1);
            } else {
                disk.end(token);
                lock.release(token);
            }
        }
    }

    /** Notices two sections at the same time. */
    public static class Disk extends Actor<Disk> {
        private final boolean[] holds;
        private final boolean repaired;
        private int inside;
        private int newest;

        Disk(boolean[] holds, boolean repaired) {
            this.holds = holds;
            this.repaired = repaired;
        }

        public void begin(int token) {
            if (repaired) {
                if (token > newest) {
                    newest = token;
                    inside = token; // whoever was inside is fenced off
                }
                return;
            }
            holds[0] &= inside == 0;
            inside = token;
        }

        public void end(int token) {
            if (repaired) {
                if (token == newest) {
                    holds[0] &= inside == token;
                    inside = 0;
                }
                return;
            }
            holds[0] &= inside == token;
            inside = 0;
        }
    }

    static BooleanSupplier start(ActorSystem system, boolean repaired) {
        boolean[] holds = {true};
        Lock lock = system.spawn(Lock.class, Lock::new);
        Disk disk = system.spawn(Disk.class, () -> new Disk(holds, repaired));
        for (int i = 0; i < HOLDERS; i++) {
            system.spawn(Holder.class, () -> new Holder(lock, disk)).begin();
        }
        return () -> holds[0];
    }
}
