// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.overload;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;

/**
 * A process with the settings that everybody has by default, in which senders are faster than receivers. Whatever fails in it ends it, so that
 * nobody waits for what will not come.
 */
public final class FloodNode {
    static final String DONE = "all delivered in order: ";
    /** Asks of two who have nothing to do with the flood, while all its senders are held. */
    private static final int ROUNDS = 1000;
    /** Of the smallest messages, as many as take a few times the heap. */
    private static final long MOST = 6_000_000;

    private static final Duration LIMIT = Duration.ofMinutes(5);

    private FloodNode() {}

    /** Who sends to whom. */
    enum Flood {
        ONE_THREAD(0, 1, 1),
        EIGHT(5, 3, 1),
        MANY_TARGETS(1, 1, 50);

        final int actors;
        final int threads;
        final int targets;

        Flood(int actors, int threads, int targets) {
            this.actors = actors;
            this.threads = threads;
            this.targets = targets;
        }

        int senders() {
            return actors + threads;
        }
    }

    /** Takes nothing before it is let. */
    public static class Slow extends Actor<Slow> {
        private final int[] next;
        private long seen;

        Slow(int senders, Promise<Void> open) {
            next = new int[senders];
            context().holdUntil(open);
        }

        public void put(int sender, int number, byte[] bytes) {
            if (next[sender]++ == number && bytes.length > 0) {
                seen++;
            }
        }

        public Promise<Long> seen() {
            return Promise.of(seen);
        }
    }

    /** Has nothing to do with the flood. */
    public static class Neighbour extends Actor<Neighbour> {
        public Promise<Integer> next(int number) {
            return Promise.of(number + 1);
        }
    }

    /** Sends one message per target and turn. */
    public static class Teller extends Actor<Teller> {
        private final List<Slow> targets;
        private final int sender;
        private final int size;
        private final CountDownLatch done;

        Teller(List<Slow> targets, int sender, int size, CountDownLatch done) {
            this.targets = targets;
            this.sender = sender;
            this.size = size;
            this.done = done;
        }

        public void send(int number, int count) {
            if (number == count) {
                done.countDown();
                return;
            }
            try {
                targets.forEach(target -> target.put(sender, number, new byte[size]));
            } catch (RuntimeException e) {
                fail(e);
            }
            self().send(number + 1, count);
        }
    }

    /** The kind of flood, bytes of a message, bytes of all. */
    public static void main(String[] args) throws Exception {
        Flood flood = Flood.valueOf(args[0]);
        int size = Integer.parseInt(args[1]);
        int count = (int) (Math.min(MOST, Long.parseLong(args[2]) / size) / flood.senders() / flood.targets);
        CompletablePromise<Void> open = new CompletablePromise<>();
        CountDownLatch done = new CountDownLatch(flood.senders());
        try (ActorSystem system = ActorSystem.start("flood")) {
            List<Slow> targets = new ArrayList<>();
            for (int i = 0; i < flood.targets; i++) {
                targets.add(system.spawn(Slow.class, () -> new Slow(flood.senders(), open)));
            }
            for (int i = 0; i < flood.senders(); i++) {
                int sender = i;
                if (i < flood.actors) {
                    system.spawn(Teller.class, () -> new Teller(targets, sender, size, done))
                            .send(0, count);
                } else {
                    new Thread(() -> sendAll(targets, sender, size, count, done)).start();
                }
            }
            until(() -> system.memory().used() > system.memory().limit() / 3);
            Neighbour neighbour = system.spawn(Neighbour.class, Neighbour::new);
            for (int i = 0; i < ROUNDS; i++) {
                neighbour.next(i).await(LIMIT);
            }
            open.complete(null);
            done.await();
            long seen = 0;
            for (Slow target : targets) {
                seen += target.seen().await(LIMIT);
            }
            if (seen != (long) count * flood.senders() * flood.targets) {
                throw new IllegalStateException("seen=" + seen + ", count=" + count);
            }
            until(() -> system.memory().used() == 0);
            System.out.println(DONE + seen);
        }
    }

    private static void until(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Thread.yield();
        }
    }

    private static void fail(Exception cause) {
        cause.printStackTrace();
        Runtime.getRuntime().halt(1);
    }

    private static void sendAll(List<Slow> targets, int sender, int size, int count, CountDownLatch done) {
        for (int i = 0; i < count; i++) {
            for (Slow target : targets) {
                target.put(sender, i, new byte[size]);
            }
        }
        done.countDown();
    }
}
