// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Gives a command the time to end in order when the process is told to end (Ctrl-C): the exit waits until the command
 * says that it has printed its results, but not long.
 */
public final class Interrupt {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final CountDownLatch ended = new CountDownLatch(1);
    private final Duration patience;
    private final Thread hook;

    /** Something to do at the end. */
    public interface Action {
        /** Does it. */
        void run() throws InterruptedException;
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

    private void signalled(Runnable action) {
        action.run();
        try {
            if (!ended.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                System.err.println("troupe: the command did not end in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
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
