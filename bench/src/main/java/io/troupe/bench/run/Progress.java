// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run;

import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How far a run is: a bar on a terminal, a line per step otherwise. One thread reports steps; another redraws the bar. The
 * examples have a bar, too, but theirs shows a rate of its program, and programs do not depend on each other here.
 */
@SuppressWarnings("FutureReturnValueIgnored") // it is drawn again until the bar is closed
final class Progress implements AutoCloseable {
    private static final String CLEAR_LINE = "\r\u001b[K";
    /** A line that wraps could not be drawn again. */
    private static final int COLUMNS = 79;

    private static final int CELLS = 20;
    private static final int REDRAW_MILLIS = 500;
    private static final double NANOS = 1e9;
    private static final int MINUTE = 60;
    private static final int HOUR = 3600;

    /** Planned seconds from which on it is known how wrong the plan is here. */
    private static final double TRUST_AFTER = 10;

    private final PrintStream out;
    private final boolean terminal;
    private final int steps;
    private final LongSupplier clock;
    private final ScheduledThreadPoolExecutor redraw = new ScheduledThreadPoolExecutor(1, task -> {
        Thread thread = new Thread(task, "bench-progress");
        thread.setDaemon(true);
        return thread;
    });
    private final long began;
    private double planned;
    private int step;
    private double plannedDone;
    private double plannedStep;
    private long stepBegan;
    private String label = "";

    /**
     * Of a run that begins now.
     *
     * @param terminal whether the line can be drawn again
     * @param steps all
     * @param planned seconds for all
     * @param clock nanoseconds
     */
    Progress(PrintStream out, boolean terminal, int steps, double planned, LongSupplier clock) {
        this.out = out;
        this.terminal = terminal;
        this.steps = steps;
        this.planned = planned;
        this.clock = clock;
        began = clock.getAsLong();
        stepBegan = began;
        if (terminal) {
            redraw.scheduleAtFixedRate(this::draw, REDRAW_MILLIS, REDRAW_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    /** A step begins. */
    synchronized void begin(String name, double seconds) {
        step++;
        label = name;
        plannedStep = seconds;
        stepBegan = clock.getAsLong();
        if (terminal) {
            draw();
        } else {
            out.println(text());
        }
    }

    /** The step has ended. */
    synchronized void end() {
        plannedDone += plannedStep;
        plannedStep = 0;
    }

    /** A step is left out: nothing is learnt from the time that it should have taken. */
    synchronized void skip(double seconds) {
        step++;
        planned -= seconds;
    }

    /** Says something that is to stay on the screen. */
    synchronized void say(String sentence) {
        out.println((terminal ? CLEAR_LINE : "") + sentence);
    }

    /** The line as it is now. */
    synchronized String text() {
        long now = clock.getAsLong();
        double inStep = Math.min(plannedStep, (now - stepBegan) / NANOS);
        double share = planned <= 0 ? 1 : Math.min(1, (plannedDone + inStep) / planned);
        // Planned seconds are those of a quiet machine of some kind; how wrong they are here shows soon.
        double wrong = plannedDone < TRUST_AFTER ? 1 : (stepBegan - began) / NANOS / plannedDone;
        String left = span(Math.max(0, planned - plannedDone - inStep) * wrong);
        String head = String.format(Locale.ROOT, "[%d/%d] %2.0f %%, %s left: ", step, steps, share * 100, left);
        if (!terminal) {
            return head + label;
        }
        int full = (int) (share * CELLS);
        String line = "#".repeat(full) + "-".repeat(CELLS - full) + " " + head + label;
        return line.substring(0, Math.min(line.length(), COLUMNS));
    }

    /** A length of time for people: seconds up to two minutes, then minutes, then hours. */
    static String span(double seconds) {
        if (seconds < 2 * MINUTE) {
            return String.format(Locale.ROOT, "%.0f s", seconds);
        }
        if (seconds < 2 * HOUR) {
            return String.format(Locale.ROOT, "%.0f min", seconds / MINUTE);
        }
        return String.format(Locale.ROOT, "%.1f h", seconds / HOUR);
    }

    /** Takes the bar away. */
    @Override
    public void close() {
        redraw.shutdownNow();
        synchronized (this) {
            if (terminal) {
                out.print(CLEAR_LINE);
                out.flush();
            }
        }
    }

    private synchronized void draw() {
        if (!redraw.isShutdown()) {
            out.print(CLEAR_LINE + text());
            out.flush();
        }
    }
}
