// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run;

import io.troupe.bench.machine.Watch;
import io.troupe.bench.results.Role;
import io.troupe.bench.run.plan.BenchException;
import io.troupe.bench.run.plan.Cell;
import io.troupe.bench.run.plan.Part;
import io.troupe.bench.run.plan.Plan;
import io.troupe.bench.run.plan.Start;
import io.troupe.bench.run.plan.Step;
import io.troupe.bench.run.plan.Work;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Does a plan, step by step, and keeps every figure as soon as it is there. Used by one thread; {@link #interrupt} is for the
 * shutdown hook.
 */
final class Session {
    /** A Ctrl-C reaches the measured process a moment before this one knows of it. */
    private static final long MOMENT_MILLIS = 300;

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Plan plan;
    private final Folder folder;
    private final RunRecord record;
    private final JmhFork jmh;
    private final Limit limit;
    private final Progress progress;
    private final Map<String, JmhResults> results = new HashMap<>();
    private final Map<String, Driver> drivers = new HashMap<>();
    private final Set<String> givenUp = new HashSet<>();
    private final Object moment = new Object();
    private boolean interrupted;
    private boolean finished;
    private boolean failed;
    private int disturbedNoise;

    Session(Plan plan, Folder folder, RunRecord record, JmhFork jmh, Limit limit, Progress progress) {
        this.plan = plan;
        this.folder = folder;
        this.record = record;
        this.jmh = jmh;
        this.limit = limit;
        this.progress = progress;
    }

    /**
     * Measures.
     *
     * @param noise the series of one system against itself, empty for none
     * @return whether all that is there was measured
     * @throws IOException if a file cannot be read or written; the record then says so, if that can be written
     */
    boolean run(RunReport.Surroundings surroundings, List<Part> noise) throws IOException {
        try {
            all(surroundings, noise);
        } catch (IOException e) {
            fail(e);
            throw e;
        }
        return !failed;
    }

    private void all(RunReport.Surroundings surroundings, List<Part> noise) throws IOException {
        record.environment(surroundings.facts());
        for (String mark : surroundings.marks()) {
            note(mark);
        }
        for (String sentence : plan.leftOut()) {
            progress.say(sentence);
        }
        if (jmh.inProcess()) {
            note("JMH's benchmarks shared one virtual machine: their figures show only that they run");
        }
        if (!noise.isEmpty()) {
            for (Map.Entry<Part, Step> step : Noise.steps(noise)) {
                step(step.getKey(), step.getValue());
            }
            compareNoise(noise);
        }
        for (Part part : plan.parts()) {
            for (Step step : part.steps()) {
                step(part, step);
            }
        }
        finish();
    }

    /**
     * Ends the record and all measured processes. From a shutdown hook; does nothing after the end.
     *
     * @return whether it was not the end already
     */
    boolean interrupt() {
        synchronized (moment) {
            if (finished) {
                return false;
            }
            interrupted = true;
            moment.notifyAll();
        }
        try {
            record.end(RunRecord.INTERRUPTED);
        } catch (IOException e) {
            progress.say("run.json must be written: " + e);
        }
        Limit.endChildren();
        return true;
    }

    private void finish() throws IOException {
        synchronized (moment) {
            stayIfInterrupted();
            finished = true;
            record.end(RunRecord.FINISHED); // here, so that an interrupt waits until it is written
        }
    }

    private void fail(IOException failure) {
        awaitInterrupt();
        synchronized (moment) {
            stayIfInterrupted();
            finished = true;
            try {
                record.end(RunRecord.FAILED + "file cannot be read or written: " + failure);
            } catch (IOException e) { // the disk is still full: the record goes on saying that the run does
                failure.addSuppressed(e);
            }
        }
    }

    /** Once the shutdown hook runs, this thread has nothing more to do: it waits for the end of the virtual machine. */
    private void stayIfInterrupted() {
        synchronized (moment) {
            while (interrupted) {
                try {
                    moment.wait();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }
    }

    private void compareNoise(List<Part> noise) throws IOException {
        if (noise.get(0).works().get(0) instanceof Cell cell) {
            double[] a = scores(noise.get(0), cell);
            double[] b = scores(noise.get(1), cell);
            if (a.length > 0 && b.length > 0) {
                record.noise(Noise.figures(a, b));
            }
        }
        if (disturbedNoise > 0) {
            int forks = noise.stream().mapToInt(Part::rounds).sum();
            note("the run of one system against itself was disturbed in " + disturbedNoise + " of " + forks + " forks");
        }
    }

    private double[] scores(Part part, Cell cell) {
        JmhResults there = results.get(part.name());
        return there == null ? new double[0] : there.scores(cell);
    }

    private void step(Part part, Step step) throws IOException {
        Work work = step.work();
        stayIfInterrupted();
        if (givenUp.contains(part.name() + work.label())) {
            progress.skip(work.seconds());
            return;
        }
        progress.begin(work.label(), work.seconds());
        Optional<BenchException> failure = measured(part, work);
        if (failure.isPresent() && isForgiven(part, work, failure.get())) {
            note(work.label() + ": measured again: " + failure.get().getMessage());
            failure = measured(part, work);
        }
        if (failure.isPresent()) {
            giveUp(part, work, failure.get());
        } else {
            record.step(part, true);
        }
        progress.end();
    }

    /** Why there is no figure, or nothing. */
    private Optional<BenchException> measured(Part part, Work work) throws IOException {
        try {
            watched(part, work);
            return Optional.empty();
        } catch (BenchException e) {
            return Optional.of(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of(BenchException.failed("interrupted"));
        } catch (IOException e) {
            throw e;
        } catch (Exception e) { // a mistake of ours or JMH's: the other figures are worth having all the same
            return Optional.of(BenchException.failed("failed: " + e));
        }
    }

    /** A peer that fails once must not cost the figures of a night. A failure of ours is a defect, however rare. */
    private static boolean isForgiven(Part part, Work work, BenchException failure) {
        return work instanceof Cell cell
                && Role.of(part.suite(), cell.method()) == Role.PEER
                && !failure.isMissing()
                && !Thread.currentThread().isInterrupted();
    }

    /** Measures, and tells if the machine did other things at the same time. */
    private void watched(Part part, Work work) throws Exception {
        if (work instanceof Start start) {
            driver(part).prepare(start);
        }
        Watch watch = Watch.start();
        measure(part, work);
        List<String> sentences = watch.stop().sentences();
        if (part.suite().equals(Noise.SUITE)) { // must not be taken for what disturbed the figure of the same label
            disturbedNoise += sentences.isEmpty() ? 0 : 1;
            return;
        }
        for (String sentence : sentences) {
            note(Disturbances.note(part, work, sentence));
        }
    }

    private void measure(Part part, Work work) throws Exception {
        if (work instanceof Cell cell) {
            JmhResults forks = results.computeIfAbsent(part.name(), name -> new JmhResults());
            forks.add(cell, limit.run(work.seconds(), () -> jmh.run(cell, folder.log(part.name()))));
            Folder.write(folder.raw(part.name()), forks::write);
        } else if (work instanceof Start start) {
            Optional<String> complaint =
                    limit.run(work.seconds(), () -> driver(part).run(start));
            if (complaint.isPresent()) {
                failed = true;
                note(work.label() + ": " + complaint.get());
            }
        }
    }

    private Driver driver(Part part) {
        return drivers.computeIfAbsent(part.name(), name -> new Driver(folder.raw(name), folder.log(name)));
    }

    private void giveUp(Part part, Work work, BenchException failure) throws IOException {
        awaitInterrupt();
        stayIfInterrupted(); // what a stopped process says is no news
        givenUp.add(part.name() + work.label());
        failed |= !failure.isMissing();
        record.step(part, false);
        note(work.label() + ": " + (failure.isMissing() ? "left out: " : "") + failure.getMessage());
    }

    private void awaitInterrupt() {
        synchronized (moment) {
            long end = System.nanoTime() + MOMENT_MILLIS * NANOS_PER_MILLI;
            try {
                for (long left = MOMENT_MILLIS;
                        !interrupted && left > 0;
                        left = (end - System.nanoTime()) / NANOS_PER_MILLI) {
                    moment.wait(left);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void note(String sentence) throws IOException {
        progress.say(sentence);
        record.note(sentence);
    }
}
