// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.cli;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * Whether a human looks at the output, as the launcher script says in system properties: Java itself cannot ask for one
 * stream alone. And the size of the window, which the human may change meanwhile. Any thread.
 */
public final class Terminal {
    private static final Terminal CURRENT = new Terminal(
            Boolean.getBoolean("troupe.terminal.out"),
            Boolean.getBoolean("troupe.terminal.err"),
            new Size(
                    Integer.getInteger("troupe.terminal.rows", Size.USUAL.rows()),
                    Integer.getInteger("troupe.terminal.columns", Size.USUAL.columns())));

    private static final File WINDOW = new File("/dev/tty");
    private static final long LOOK_EVERY_NANOS = 500_000_000;
    private static final long PATIENCE_MILLIS = 200;

    private final boolean out;
    private final boolean err;
    private Size size;
    private long looked = System.nanoTime();
    private boolean mayLook = true;

    /**
     * The size of a window.
     *
     * @param rows lines, 1 or more
     * @param columns characters in a line, 1 or more
     */
    public record Size(int rows, int columns) {
        /** The usual size, if it is not known. */
        public static final Size USUAL = new Size(24, 80);

        /** The size that {@code stty size} prints: two numbers; the usual size if it prints anything else, or zero. */
        static Size parse(String text) {
            return text.strip().matches("[1-9][0-9]{0,5} [1-9][0-9]{0,5}")
                    ? new Size(
                            Integer.parseInt(text.strip().split(" ", 2)[0]),
                            Integer.parseInt(text.strip().split(" ", 2)[1]))
                    : USUAL;
        }
    }

    private Terminal(boolean out, boolean err, Size size) {
        this.out = out;
        this.err = err;
        this.size = size;
    }

    /** The terminal that the launcher has found; without a launcher there is none. */
    public static Terminal current() {
        return CURRENT;
    }

    /** Whether standard output is a terminal. */
    public boolean out() {
        return out;
    }

    /** Whether standard error is a terminal. */
    public boolean err() {
        return err;
    }

    /** The size of the window, half a second old at most: a change is seen by what is drawn next. */
    public synchronized Size size() {
        long now = System.nanoTime();
        if (mayLook && (out || err) && now - looked > LOOK_EVERY_NANOS) {
            looked = now;
            size = look();
        }
        return size;
    }

    /** Asks the program that the launcher asked, for Java cannot. A system without it keeps the size of the start. */
    private Size look() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(WINDOW)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try {
                if (stty.waitFor(PATIENCE_MILLIS, TimeUnit.MILLISECONDS) && stty.exitValue() == 0) {
                    return Size.parse(new String(stty.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
                }
            } finally {
                stty.destroy();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            mayLook = false; // there is no such program, or no window
        }
        return size;
    }
}
