// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.troupe;

import io.troupe.bench.footprint.Figure;
import io.troupe.bench.harness.Arguments;
import io.troupe.bench.harness.Tool;
import io.troupe.bench.process.Child;
import io.troupe.bench.process.Parent;
import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.Dispatchers;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.link.Link;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Actors of another process behind one link, each flooded by an actor here. What does a fast one get of the link beside another one
 * that is slow, that is stopped, that is as fast, or that is sent large messages? Prints one line per figure.
 */
public final class SharedLinkMain {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String SERVE = "serve";
    private static final String TCP = "tcp://";
    private static final int MOST_SECONDS = 3600;
    private static final String HELP =
            """
            Prints what a flooded fast actor gets of a link: messages per second alone, percent of that beside a slow
            and a stopped one, and its percentage of the bytes beside one as fast and one that is sent large messages.
              --seconds  of each measurement, after half as long of settling; three times as long for warming up
              --help     this text""";
    private static final int SMALL = 100;
    private static final int LARGE = 64 << 10;
    private static final long SLOW_NANOS = 1_000_000;
    private static final double SECOND = 1e9;
    private static final double PERCENT = 100;
    private static final int WARM_UPS = 3;

    private final ActorSystem system;
    private final Link link;
    private final long nanos;

    private SharedLinkMain(ActorSystem system, Link link, long nanos) {
        this.system = system;
        this.link = link;
        this.nanos = nanos;
    }

    /** Counts. */
    public static class Counter extends Actor<Counter> {
        private final long pauseNanos;
        private long count;

        /** With a pause after each message, in which its thread sleeps. */
        public Counter(long pauseNanos) {
            this.pauseNanos = pauseNanos;
        }

        /**
         * So far.
         *
         * @param messages that have come
         * @param nanos by the clock of this process
         */
        public record Count(long messages, long nanos) {}

        /** One more. */
        public void add(byte[] payload) {
            count++;
            if (pauseNanos > 0) {
                LockSupport.parkNanos(pauseNanos);
            }
        }

        /** So many so far; asked behind all that were sent before. */
        public Promise<Count> count() {
            return Promise.of(new Count(count, System.nanoTime()));
        }
    }

    /** Sends without end. */
    public static class Flood extends Actor<Flood> {
        private static final int AT_ONCE = 64;

        private final Counter target;
        private final int bytes;
        private boolean stopped;

        /** Messages of so many bytes to a target. */
        public Flood(Counter target, int bytes) {
            this.target = target;
            this.bytes = bytes;
        }

        /** Sends some, and goes on. */
        public void send() {
            for (int i = 0; i < AT_ONCE && !stopped; i++) {
                target.add(new byte[bytes]);
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

    /** Measures, or serves. */
    public static void main(String[] args) {
        if (args.length > 0 && args[0].equals(SERVE)) {
            Parent.watch();
            Parent.guard(SharedLinkMain::serve);
        }
        tool().start(args);
    }

    /** The program, for its start and for tests. */
    public static Tool tool() {
        return new Tool(SharedLinkMain.class, HELP, Map.of("seconds", "4"), List.of("seconds"), SharedLinkMain::read);
    }

    private static Tool.Work read(Arguments arguments) {
        int seconds = arguments.number("seconds", 1, MOST_SECONDS);
        return () -> {
            List<String> program = List.of(SharedLinkMain.class.getName(), SERVE);
            try (Child server = Child.start("server", List.of("-Xmx1g"), program);
                    ActorSystem system = ActorSystem.start("client")) {
                Link link = Remoting.on(system)
                        .connect(TCP + server.await(TCP, LIMIT))
                        .await(LIMIT);
                new SharedLinkMain(system, link, TimeUnit.SECONDS.toNanos(seconds)).measure();
            }
            return 0;
        };
    }

    private static void serve() throws InterruptedException {
        ActorSystem system = ActorSystem.start("server");
        Remoting remoting = Remoting.on(system);
        remoting.expose("fast", system.spawn(Counter.class, () -> new Counter(0)));
        remoting.expose("other", system.spawn(Counter.class, () -> new Counter(0)));
        remoting.expose(
                "slow",
                system.spawn(
                        Counter.class,
                        () -> new Counter(SLOW_NANOS),
                        ActorOptions.defaults().dispatcher(Dispatchers.dedicated(1))));
        remoting.expose(
                "stopped",
                system.spawn(
                        Counter.class,
                        () -> new Counter(0),
                        ActorOptions.defaults().dispatcher(Dispatchers.manual())));
        System.out.println(remoting.listen(TCP + "127.0.0.1:0").await(LIMIT).address());
        new CountDownLatch(1).await(); // the end of the parent ends the process
    }

    private void measure() throws InterruptedException {
        Counter fast = link.lookup("fast", Counter.class);
        Counter other = link.lookup("other", Counter.class);
        Flood measured = flood(fast, SMALL);
        for (int i = 0; i < WARM_UPS; i++) {
            rate(fast);
        }
        double before = rate(fast);
        double equal = share(fast, other, SMALL);
        double large = share(fast, other, LARGE);
        double slow = beside("slow", fast);
        double alone = (before + rate(fast)) / 2;
        double stopped = beside("stopped", fast); // the last: it cannot be done with what it has got
        measured.stop();
        figure("fast-actor-alone", alone, "ops/s");
        figure("fast-actor-beside-slow", PERCENT * slow / alone, "%");
        figure("fast-actor-beside-stopped", PERCENT * stopped / alone, "%");
        figure("share-beside-equal", PERCENT * equal, "%");
        figure("share-beside-large", PERCENT * large, "%");
    }

    private static void figure(String name, double value, String unit) {
        new Figure("backpressure", name, "troupe", Map.of()).print(value, unit);
    }

    private Flood flood(Counter target, int bytes) {
        Flood flood = system.spawn(Flood.class, () -> new Flood(target, bytes));
        flood.send();
        return flood;
    }

    /** Messages per second of the fast one beside large ones to another one. */
    private double beside(String name, Counter fast) throws InterruptedException {
        Flood flood = flood(link.lookup(name, Counter.class), LARGE);
        double rate = rate(fast);
        flood.stop();
        return rate;
    }

    /** The part of the bytes that the fast one gets beside the other one, of 0 to 1. */
    private double share(Counter fast, Counter other, int bytes) throws InterruptedException {
        Flood flood = flood(other, bytes);
        settle();
        Counter.Count[] begin = {now(fast), now(other)};
        TimeUnit.NANOSECONDS.sleep(nanos);
        double mine = perSecond(begin[0], now(fast)) * SMALL;
        double theirs = perSecond(begin[1], now(other)) * bytes;
        flood.stop();
        now(other); // has done all
        return mine / (mine + theirs);
    }

    private double rate(Counter fast) throws InterruptedException {
        settle();
        Counter.Count begin = now(fast);
        TimeUnit.NANOSECONDS.sleep(nanos);
        return perSecond(begin, now(fast));
    }

    private void settle() throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(nanos / 2);
    }

    private static Counter.Count now(Counter counter) {
        return counter.count().await(LIMIT);
    }

    private static double perSecond(Counter.Count from, Counter.Count to) {
        return (to.messages() - from.messages()) * SECOND / (to.nanos() - from.nanos());
    }
}
