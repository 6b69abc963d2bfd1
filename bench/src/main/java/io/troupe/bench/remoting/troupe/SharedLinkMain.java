// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.troupe;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.Dispatchers;
import io.troupe.dispatch.worker.Dispatcher;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.link.Link;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Two actors of another process behind one link: a fast one that is sent 100,000 messages a second, and a slow one that gets done
 * 5000 a second and is flooded. How many of its messages does the fast one get, alone and beside the slow one? Prints one line per
 * round and the median ratio. Arguments: rounds (5), seconds (4).
 */
public final class SharedLinkMain {
    private static final Duration LIMIT = Duration.ofSeconds(60);
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
    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length > 0 && args[0].equals("serve")) {
            serve();
            return;
        }
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        int seconds = args.length > 1 ? Integer.parseInt(args[1]) : 4;
        Process server = new ProcessBuilder(List.of(
                        ProcessHandle.current().info().command().orElse("java"),
                        "-Xmx1g",
                        "-XX:+UseParallelGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SharedLinkMain.class.getName(),
                        "serve"))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (ActorSystem system = ActorSystem.start("client");
                BufferedReader lines =
                        new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8))) {
            Link link = Remoting.on(system).connect(lines.readLine()).await(LIMIT);
            measure(system, link, rounds, seconds);
        } finally {
            server.destroy();
        }
    }

    private static void serve() throws IOException {
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
        System.out.println(remoting.listen("tcp://127.0.0.1:0").await(LIMIT).address());
        while (System.in.read() >= 0) {
            // until the parent ends
        }
        Runtime.getRuntime().halt(0);
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
