// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.members;

import io.troupe.cluster.actor.StoreUnavailableException;
import io.troupe.examples.cli.Interrupt;
import io.troupe.examples.cli.Progress;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Model.CommandSpec;

/** How long a run goes on: for a time, or until it is told to end; and the bar that shows it. One thread, but for {@link #end}. */
public final class Course {
    /** Steps of the bar. */
    public static final int STEPS = 100;

    /** Members that have just been killed may have to be replaced before all is counted. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final long nanos;
    private final int kills;
    private final Progress bar;
    private int drawn;
    private volatile boolean ended;

    /**
     * Has not begun.
     *
     * @param seconds how long
     * @param kills how often a process is killed meanwhile
     * @param bar of as many steps
     */
    public Course(int seconds, int kills, Progress bar) {
        this.nanos = TimeUnit.SECONDS.toNanos(seconds);
        this.kills = kills;
        this.bar = bar;
    }

    /** What a run does. */
    @FunctionalInterface
    public interface Run {
        /** Does it, and returns the exit code. */
        int run() throws IOException, InterruptedException;
    }

    /**
     * Runs so that Ctrl-C ends the course early: the run still comes to its end, and prints its results.
     *
     * @param spec of the command
     * @param course of the run
     * @param run that looks at it
     * @return the exit code
     */
    public static int interruptible(CommandSpec spec, Course course, Run run) throws InterruptedException {
        Interrupt interrupt = Interrupt.on(PATIENCE, course::end);
        try {
            return reported(spec, run);
        } finally {
            interrupt.done(); // last, as it does not return after Ctrl-C
        }
    }

    /**
     * Runs, and says in one line if the database or a process fails.
     *
     * @param spec of the command
     * @param run that may fail
     * @return the exit code
     */
    public static int reported(CommandSpec spec, Run run) throws InterruptedException {
        try {
            return run.run();
        } catch (StoreUnavailableException | IllegalStateException | IOException e) {
            spec.commandLine().getErr().println(spec.qualifiedName() + ": " + e.getMessage());
            return spec.exitCodeOnExecutionException();
        }
    }

    /** Tells it to end early. Any thread. */
    public void end() {
        ended = true;
    }

    /** Whether it was told to end early. */
    public boolean isEnded() {
        return ended;
    }

    /** Whether it is time for another kill, after so many. */
    public boolean isTimeToKill(long worked, int killed) {
        return !ended && killed < kills && part(worked) * (kills + 1) >= killed + 1;
    }

    /** Whether the time is over and all kills are done, or it was told to end. */
    public boolean isOver(long worked, int killed) {
        return ended || (part(worked) >= 1 && killed >= kills);
    }

    /** Shows how much of the time is over. */
    public void draw(long worked, String done) {
        while (drawn < Math.min(1, part(worked)) * STEPS) {
            drawn++;
            bar.next(done);
        }
    }

    /** Shows what is done before the time begins, and after its end. */
    public void note(String doing) {
        bar.note(doing);
    }

    /** Takes the bar away. */
    public void clear() {
        bar.clear();
    }

    private double part(long worked) {
        return worked / (double) nanos;
    }
}
