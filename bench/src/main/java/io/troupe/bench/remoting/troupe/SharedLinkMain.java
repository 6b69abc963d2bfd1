// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.troupe;

import io.troupe.bench.harness.Arguments;
import io.troupe.bench.harness.Tool;
import io.troupe.bench.process.Child;
import io.troupe.bench.process.Parent;
import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.Dispatchers;
import io.troupe.dispatch.worker.Dispatcher;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.link.Link;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/**
 * Two actors of another process behind one link: a fast one that is sent 100,000 messages a second, and a slow one that gets done
 * 5000 a second and is flooded. How many of its messages does the fast one get, alone and beside the slow one? Prints one line per
 * round and the median ratio.
 */
public final class SharedLinkMain {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String SERVE = "serve";
    private static final String TCP = "tcp://";
    private static final int MOST_ROUNDS = 1000;
    private static final int MOST_SECONDS = 3600;
    private static final String HELP =
            """
            Prints the rate of a fast actor alone and beside a flooded slow one on the same link.
              --rounds   each with both
              --seconds  of each half of a round
              --help     this text""";
    private static final int FAST_RATE = 100_000;
    private static final long SLOW_NANOS = 200_000;

    private SharedLinkMain() {}

    /** Counts. */
    public static class Counter extends Actor<Counter> {
        private final long pauseNanos;
        private long count;

        /** With a pause after each message, in which its thread sleeps. */
        public Counter(long pauseNanos) {
            this.pauseNanos = pauseNanos;
        }

        /** One more. */
        public void add(byte[] payload) {
            count++;
            if (pauseNanos > 0) {
                LockSupport.parkNanos(pauseNanos);
            }
        }

        /** So many so far. */
        public Promise<Long> count() {
            return Promise.of(count);
        }
    }

    /** Sends without end. */
    public static class Flood extends Actor<Flood> {
        private final Counter target;
        private boolean stopped;

        /** To a target. */
        public Flood(Counter target) {
            this.target = target;
        }

        /** Sends some, and goes on. */
        public void send() {
            for (int i = 0; i < 64 && !stopped; i++) {
                target.add(new byte[100]);
            }
            if (!stopped) {
                self().send();
            }
        }

        /** No more. */
        public void stop() {
            stopped = true;
        }
    }

    /** Runs the rounds, or serves them. */
    public static void main(String[] args) {
        if (args.length > 0 && args[0].equals(SERVE)) {
            Parent.watch();
            Parent.guard(SharedLinkMain::serve);
        }
        tool().start(args);
    }

    /** The program, for its start and for tests. */
    public static Tool tool() {
        return new Tool(
                SharedLinkMain.class,
                HELP,
                Map.of("rounds", "5", "seconds", "4"),
                List.of("rounds", "seconds"),
                SharedLinkMain::read);
    }

    private static Tool.Work read(Arguments arguments) {
        int rounds = arguments.number("rounds", 1, MOST_ROUNDS);
        int seconds = arguments.number("seconds", 1, MOST_SECONDS);
        return () -> {
            measure(rounds, seconds);
            return 0;
        };
    }

    private static void measure(int rounds, int seconds) throws InterruptedException {
        List<String> program = List.of(SharedLinkMain.class.getName(), SERVE);
        try (Child server = Child.start("server", List.of("-Xmx1g", "-XX:+UseParallelGC"), program);
                ActorSystem system = ActorSystem.start("client")) {
            Link link =
                    Remoting.on(system).connect(TCP + server.await(TCP, LIMIT)).await(LIMIT);
            measure(system, link, rounds, seconds);
        }
    }

    private static void serve() throws InterruptedException {
        Dispatcher sleeping = Dispatchers.dedicated(1);
        ActorSystem system = ActorSystem.start("server");
        Remoting remoting = Remoting.on(system);
        remoting.expose("fast", system.spawn(Counter.class, () -> new Counter(0)));
        remoting.expose(
                "slow",
                system.spawn(
                        Counter.class,
                        () -> new Counter(SLOW_NANOS),
                        ActorOptions.defaults().dispatcher(sleeping)));
        System.out.println(remoting.listen(TCP + "127.0.0.1:0").await(LIMIT).address());
        new CountDownLatch(1).await(); // the end of the parent ends the process
    }

    private static void measure(ActorSystem system, Link link, int rounds, int seconds) {
        Counter fast = link.lookup("fast", Counter.class);
        Counter slow = link.lookup("slow", Counter.class);
        rate(fast, seconds); // warm-up
        double[] ratios = new double[rounds];
        for (int i = 0; i < rounds; i++) {
            double alone = rate(fast, seconds);
            long before = slow.count().await(LIMIT);
            Flood flood = system.spawn(Flood.class, () -> new Flood(slow));
            flood.send();
            double beside = rate(fast, seconds);
            flood.stop();
            ratios[i] = beside / alone;
            long done = slow.count().await(LIMIT) - before;
            System.out.printf(
                    "fast alone %,.0f/s, beside the flooded one %,.0f/s, ratio %.3f; slow %,d done, %s%n",
                    alone, beside, ratios[i], done, link.stats().naksIn() + " NAKs so far");
        }
        Arrays.sort(ratios);
        System.out.printf("median ratio %.3f, lowest %.3f%n", ratios[rounds / 2], ratios[0]);
    }

    /** Messages per second that arrive when so many are offered. */
    private static double rate(Counter fast, int seconds) {
        long before = fast.count().await(LIMIT);
        long start = System.nanoTime();
        long sent = 0;
        long end = start + seconds * 1_000_000_000L;
        for (long now = start; now - end < 0; now = System.nanoTime()) {
            long due = (now - start) * FAST_RATE / 1_000_000_000L;
            while (sent < due) {
                fast.add(new byte[100]);
                sent++;
            }
            LockSupport.parkNanos(500_000);
        }
        long arrived = fast.count().await(LIMIT) - before;
        return arrived * 1e9 / (System.nanoTime() - start);
    }
}
