// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.backpressure;

import io.troupe.core.ActorSystem;
import io.troupe.core.error.LinkRefusedException;
import io.troupe.examples.backpressure.Source.Progress;
import io.troupe.examples.backpressure.view.Point;
import io.troupe.remoting.Remoting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Plays one scenario: starts the processes, disturbs them when it is time, and looks every 50 ms. One thread. */
final class Play {
    private static final long TICK_NANOS = 50_000_000;
    private static final int WARM_UP_TICKS = 100;
    private static final double NANOS = 1e9;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Scenario scenario;
    private final Control control;
    private final double whole;
    private final Supplier<Process> launcher;
    private final Consumer<Point> onPoint;
    private final CountDownLatch stopped;
    private final List<Point> points = new ArrayList<>();
    private final List<ReceiverProgress> healthy = new ArrayList<>();
    private final List<Process> processes = new ArrayList<>();
    private List<Receiver> receivers = List.of();
    private boolean disturbed;
    private boolean dead;
    private long naksBefore;
    private long mostHere;
    private long mostThere;

    Play(Scenario scenario, Control control, int seconds, CountDownLatch stopped, Consumer<Point> onPoint) {
        this(scenario, control, seconds, stopped, Receiver::launch, onPoint);
    }

    Play(
            Scenario scenario,
            Control control,
            int seconds,
            CountDownLatch stopped,
            Supplier<Process> launcher,
            Consumer<Point> onPoint) {
        this.scenario = scenario;
        this.control = control;
        this.whole = seconds;
        this.stopped = stopped;
        this.launcher = launcher;
        this.onPoint = onPoint;
    }

    /** Returns what came of it; nothing if it was told to end before its end. */
    Optional<Outcome> run() throws InterruptedException {
        try (ActorSystem system = ActorSystem.start("backpressure")) {
            try {
                return play(system);
            } finally {
                // first: a link to a process that stands still takes its time to end
                processes.forEach(Process::destroyForcibly);
            }
        }
    }

    private Optional<Outcome> play(ActorSystem system) throws InterruptedException {
        Remoting remoting = Remoting.on(system);
        for (int i = 0; i < scenario.receivers(); i++) {
            processes.add(launcher.get());
        }
        if (!awaitReceivers(remoting)) {
            return Optional.empty();
        }
        receivers.forEach(receiver -> receiver.sink().rate(scenario.capacity()));
        List<Sink> sinks = receivers.stream().map(Receiver::sink).toList();
        Source source = system.spawn(Source.class, () -> new Source(sinks, scenario.offered(), control));
        if (!watch()) {
            return Optional.empty();
        }
        Progress progress = source.end().await(PATIENCE);
        return Optional.of(Outcome.of(scenario, control, points, progress.leftOut(), mostHere, mostThere));
    }

    /** Reads what the processes say from another thread: nothing ends that. Returns false if it is over already. */
    private boolean awaitReceivers(Remoting remoting) throws InterruptedException {
        FutureTask<List<Receiver>> starting = new FutureTask<>(() -> {
            List<Receiver> made = new ArrayList<>();
            for (Process process : processes) {
                made.add(Receiver.in(process, remoting));
            }
            return made;
        });
        Thread thread = new Thread(starting, "receivers");
        thread.setDaemon(true);
        thread.start();
        while (!starting.isDone()) {
            if (stopped.await(TICK_NANOS, TimeUnit.NANOSECONDS)) {
                return false;
            }
        }
        try {
            receivers = starting.get();
            return true;
        } catch (ExecutionException e) {
            throw new LinkRefusedException("a process must start and listen: cause=" + e.getCause(), e);
        }
    }

    /** Returns false if it was told to end before its end. */
    private boolean watch() throws InterruptedException {
        receivers.forEach(receiver -> healthy.add(new ReceiverProgress(receiver)));
        if (scenario == Scenario.DYING_RECEIVER) {
            healthy.remove(healthy.size() - 1);
        }
        if (!warmUp()) {
            return false;
        }
        long start = System.nanoTime();
        healthy.forEach(ReceiverProgress::begin);
        naksBefore = naks();
        for (long tick = 1; (double) tick * TICK_NANOS <= whole * NANOS; tick++) {
            if (stopped.await(start + tick * TICK_NANOS - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                return false;
            }
            double seconds = (System.nanoTime() - start) / NANOS;
            disturb(seconds);
            Point point = look(seconds);
            points.add(point);
            onPoint.accept(point);
        }
        return true;
    }

    /** The first moments say more about compilers than about links. Returns false if it is over already. */
    private boolean warmUp() throws InterruptedException {
        for (int tick = 0; tick < WARM_UP_TICKS; tick++) {
            healthy.forEach(ReceiverProgress::look);
            if (stopped.await(TICK_NANOS, TimeUnit.NANOSECONDS)) {
                return false;
            }
            if (healthy.stream().allMatch(each -> each.done() > scenario.expected(false))) {
                return true;
            }
        }
        return true;
    }

    private long naks() {
        return receivers.stream()
                .mapToLong(each -> each.link().stats().naksIn())
                .sum();
    }

    private void disturb(double seconds) {
        boolean now = scenario.isDisturbed(seconds, whole);
        Receiver last = receivers.get(receivers.size() - 1);
        if (now != disturbed) {
            disturbed = now;
            switch (scenario) {
                case FAST_SENDER -> {}
                case SLOW_RECEIVER -> last.sink().rate(scenario.expected(now));
                case PAUSE -> pause(last, now);
                case DYING_RECEIVER -> orElse(last::freeze, last::kill);
            }
        }
        if (scenario == Scenario.DYING_RECEIVER && !dead && seconds > whole * 2 / 3) {
            dead = true;
            last.kill();
        }
    }

    private static void pause(Receiver receiver, boolean begin) {
        if (begin) {
            orElse(receiver::freeze, () -> receiver.sink().sleep(Duration.ofMillis(200)));
        } else {
            receiver.thaw();
        }
    }

    private static void orElse(BooleanSupplier first, Runnable second) {
        if (!first.getAsBoolean()) {
            second.run();
        }
    }

    private Point look(double seconds) {
        healthy.forEach(ReceiverProgress::look);
        double done =
                healthy.stream().mapToDouble(ReceiverProgress::done).average().orElse(0);
        double rate =
                healthy.stream().mapToDouble(ReceiverProgress::rate).average().orElse(0);
        long queue = healthy.stream().mapToLong(ReceiverProgress::queued).max().orElse(0);
        long waiting = receivers.stream()
                .mapToLong(each -> each.link().stats().queued())
                .max()
                .orElse(0);
        long naks = naks();
        long more = Math.max(0, naks - naksBefore); // a link that has ended forgets
        naksBefore = naks;
        mostHere = Math.max(mostHere, Gauge.heap());
        mostThere = Math.max(
                mostThere,
                healthy.stream().mapToLong(ReceiverProgress::heap).max().orElse(0));
        return new Point(seconds, done, rate, scenario.expected(disturbed), queue, waiting, more);
    }
}
