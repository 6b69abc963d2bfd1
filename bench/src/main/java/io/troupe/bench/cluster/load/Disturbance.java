// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.cluster.load;

import io.troupe.bench.cluster.load.Figures.Figure;
import io.troupe.bench.cluster.stack.Node;
import io.troupe.bench.process.Child;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/** Something happens to a member while others call: how long keys do not answer, and what fails. */
final class Disturbance {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final long POLL_MILLIS = 10;

    private final Crew crew;
    private final Node node;
    private final int members;
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "pulses"));
    private final List<Pulse> pulses;

    Disturbance(Crew crew, Node node, int members, int keys, Duration deadline) {
        this.crew = crew;
        this.node = node;
        this.members = members;
        this.pulses = IntStream.range(0, keys)
                .mapToObj(i -> new Pulse("pulse-" + i, node, thread, deadline))
                .toList();
    }

    /** What happens. */
    @FunctionalInterface
    private interface Event {
        /** Makes it happen; ends when it is over for the members. */
        void run() throws Exception;
    }

    /** Lets all keys be called, for so long before it happens. */
    Figures run(Load load, long beforeNanos) throws Exception {
        inThread(() -> {
            pulses.forEach(Pulse::send);
            return 0;
        });
        await(() -> pulses.stream().allMatch(Pulse::isAlive), "all keys must answer");
        Thread.sleep(Duration.ofNanos(beforeNanos).toMillis());
        return switch (load) {
            case KILL -> outage(() -> ProcessHandle.of(crew.last().pid()).ifPresent(ProcessHandle::destroyForcibly));
            case STOP -> stop();
            case JOIN ->
                move(() -> {
                    crew.add();
                    Crew.awaitSettled(node, members + 1, LIMIT);
                });
            case LEAVE ->
                move(() -> {
                    ProcessHandle.of(crew.last().pid()).ifPresent(ProcessHandle::destroy);
                    await(() -> !crew.last().alive(), "the member must leave");
                    Crew.awaitSettled(node, members - 1, LIMIT);
                });
            default -> throw new IllegalArgumentException("nothing must happen in this load: load=" + load.text());
        };
    }

    /** The helper kills what it has stopped when it ends, and it ends when this process does. */
    private Figures stop() throws Exception {
        List<String> command = List.of(
                "sh",
                "-c",
                "kill -STOP $0; echo STOPPED; read x; kill -KILL $0",
                Long.toString(crew.last().pid()));
        List<Child> helper = new ArrayList<>();
        try {
            return outage(() -> {
                helper.add(Child.start("stop", command));
                helper.get(0).await("STOPPED", LIMIT);
            });
        } finally {
            helper.forEach(Child::close);
        }
    }

    private Figures outage(Event event) throws Exception {
        watch(event);
        await(() -> pulses.stream().allMatch(pulse -> pulse.back() > 0), "all keys must answer again");
        return figures(List.of(
                Figure.nanos("worst-key", most(Pulse::back)), Figure.nanos("median-key", part(Pulse::back, 0.5))));
    }

    private Figures move(Event event) throws Exception {
        long start = System.nanoTime();
        watch(() -> {});
        event.run();
        long whole = System.nanoTime() - start;
        return figures(List.of(
                Figure.nanos("pause-p99", part(Pulse::longest, 0.99)),
                Figure.nanos("pause-max", most(Pulse::longest)),
                Figure.nanos("whole", (double) whole)));
    }

    private Figures figures(List<Figure> found) throws Exception {
        List<Figure> all = new ArrayList<>(found);
        int failures = inThread(() -> pulses.stream().mapToInt(Pulse::failures).sum());
        all.add(new Figure("failed", "calls", failures));
        List<String> complaints = inThread(() -> pulses.stream()
                .map(Pulse::complaint)
                .filter(complaint -> !complaint.isEmpty())
                .toList());
        thread.shutdownNow();
        if (!complaints.isEmpty()) {
            throw new IllegalStateException(complaints.get(0));
        }
        return new Figures(all);
    }

    private void watch(Event event) throws Exception {
        inThread(() -> {
            long now = System.nanoTime();
            event.run();
            pulses.forEach(pulse -> pulse.watch(now));
            return now;
        });
    }

    private double most(ToLongFunction<Pulse> time) throws Exception {
        return part(time, 1);
    }

    private double part(ToLongFunction<Pulse> time, double part) throws Exception {
        long[] sorted = inThread(() -> pulses.stream().mapToLong(time).sorted().toArray());
        return sorted[(int) Math.min(sorted.length - 1L, Math.round(Math.ceil(part * sorted.length)) - 1)];
    }

    private void await(Callable<Boolean> condition, String rule) throws Exception {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!inThread(condition)) {
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException(rule + ": limit=" + LIMIT);
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    private <T> T inThread(Callable<T> task) throws Exception {
        try {
            return thread.submit(task).get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("calls must go on: cause=" + e.getCause(), e);
        }
    }
}
