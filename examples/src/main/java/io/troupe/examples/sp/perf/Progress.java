// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.sp.perf;

import io.troupe.examples.cli.Bar;
import io.troupe.examples.cli.Cut;
import io.troupe.examples.cli.Terminal;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Draws on a terminal how far a measurement is, on a thread of its own, from the second second on. */
final class Progress implements AutoCloseable {
    private static final long QUIET_MILLIS = 1000;
    private static final long INTERVAL_MILLIS = 200;

    private final LongSupplier messages;
    private final long count;
    private final long nanos;
    private final PrintWriter terminal;
    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread thread = new Thread(this::run, "sp-progress");
    private long started = System.nanoTime();

    private Progress(LongSupplier messages, long count, Duration time, PrintWriter terminal) {
        this.messages = messages;
        this.count = count;
        this.nanos = time.toNanos();
        this.terminal = terminal;
        thread.setDaemon(true);
        if (Terminal.current().err()) {
            thread.start();
        }
    }

    /** Until so many messages are through. */
    static Progress of(LongSupplier messages, long count, PrintWriter terminal) {
        return new Progress(messages, count, Duration.ZERO, terminal);
    }

    /** Until so much time is over. */
    static Progress of(LongSupplier messages, Duration time, PrintWriter terminal) {
        return new Progress(messages, 0, time, terminal);
    }

    private void run() {
        boolean drawn = false;
        try {
            boolean on = !over.await(QUIET_MILLIS, TimeUnit.MILLISECONDS);
            while (on) {
                String line = text(messages.getAsLong(), System.nanoTime() - started);
                draw(Bar.CLEAR_LINE + Cut.to(line, Terminal.current().size().columns() - 1));
                drawn = true;
                on = !over.await(INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (drawn) {
            draw(Bar.CLEAR_LINE);
        }
    }

    private String text(long through, long elapsed) {
        if (through == 0) {
            started = System.nanoTime(); // the others have not begun
            return "waiting for the first message";
        }
        double seconds = elapsed / 1e9;
        double done = Math.min(1, count > 0 ? (double) through / count : (double) elapsed / nanos);
        return Bar.text(done, through / seconds, "messages", seconds / done - seconds);
    }

    private void draw(String line) {
        terminal.print(line);
        terminal.flush();
    }

    @Override
    public void close() {
        end();
    }

    /** Takes the bar away, before the result is printed. */
    void end() {
        over.countDown();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
