// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Gives a command the time to end in order when the process is told to end (Ctrl-C): the exit waits until the command
 * says that it has printed its results, but not long.
 */
public final class Interrupt {
    /** What a command says that was told to end before it had anything to print. */
    public static final String NO_RESULT = "ended early, there is no result";

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final CountDownLatch ended = new CountDownLatch(1);
    private final Duration patience;
    private final Thread hook;
    private volatile boolean told;

    /** Something to do at the end. */
    public interface Action {
        /** Does it. */
        void run() throws InterruptedException;
    }

    /**
     * What leads to a result.
     *
     * @param <T> type of the result
     * @param <E> what it may fail with
     */
    public interface Work<T, E extends Exception> {
        /** Does it. */
        T run() throws E, InterruptedException;
    }

    private Interrupt(Duration patience, Runnable action) {
        this.patience = patience;
        hook = new Thread(() -> signalled(action), "interrupt");
    }

    /**
     * Listens from now on.
     *
     * @param action tells the command to come to its end, and returns
     */
    public static Interrupt on(Runnable action) {
        return on(PATIENCE, action);
    }

    /**
     * Listens from now on.
     *
     * @param patience how long the results may take; for a command that has other processes
     * @param action tells the command to come to its end, and returns
     */
    public static Interrupt on(Duration patience, Runnable action) {
        Interrupt interrupt = new Interrupt(patience, action);
        Runtime.getRuntime().addShutdownHook(interrupt.hook);
        return interrupt;
    }

    /**
     * Works for a result that is there at the end or not at all. If the process is told to end before, one sentence says that
     * there is none, and this does not return.
     *
     * @param spec of the command
     * @param work that may take its time
     * @return the result, which is to be printed now
     */
    public static <T, E extends Exception> T untilResult(CommandSpec spec, Work<T, E> work)
            throws E, InterruptedException {
        return untilEnd(() -> say(spec, NO_RESULT), work);
    }

    /** As {@link #untilResult}, for work that prints each result when it has it. */
    public static <T, E extends Exception> T untilLastResult(CommandSpec spec, Work<T, E> work)
            throws E, InterruptedException {
        return untilEnd(() -> sayPartial(spec), work);
    }

    private static <T, E extends Exception> T untilEnd(Runnable early, Work<T, E> work) throws E, InterruptedException {
        Interrupt interrupt = on(Duration.ZERO, early);
        try {
            return work.run();
        } finally {
            interrupt.done();
        }
    }

    /** Says that the results are of less than was asked for. */
    public static void sayPartial(CommandSpec spec) {
        say(spec, "ended early, the results are of the time until then");
    }

    private static void say(CommandSpec spec, String sentence) {
        PrintWriter err = spec.commandLine().getErr();
        err.println((Terminal.current().err() ? Bar.CLEAR_LINE : "") + spec.qualifiedName() + ": " + sentence);
        err.flush();
    }

    private void signalled(Runnable action) {
        told = true;
        action.run();
        try {
            if (!patience.isZero() && !ended.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                System.err.println("troupe: the command did not end in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether the process was told to end. */
    public boolean isTold() {
        return told;
    }

    /** The command has printed its results. Does not return if the process is ending: there is nothing left to do. */
    public void done() throws InterruptedException {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) { // the process is ending
            ended.countDown();
            hook.join();
            Thread.currentThread().join();
        }
    }
}
