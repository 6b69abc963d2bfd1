// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.sp;

import io.troupe.examples.cli.Rules;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of when something is sent. */
final class Pace {
    @Option(
            names = {"-i", "--interval"},
            paramLabel = "S",
            description = "Send again every so many seconds (0.5, say).")
    private @Nullable Double interval;

    @Option(
            names = {"-d", "--delay"},
            paramLabel = "S",
            description = "Wait so many seconds before the first is sent.")
    private @Nullable Double delay;

    private final CountDownLatch over = new CountDownLatch(1);
    private long last;

    /** Both are times. */
    void check(Rules rules) {
        Seconds.check(rules, "interval", interval);
        Seconds.check(rules, "delay", delay);
    }

    /** Whether it is sent again and again. */
    boolean isRepeated() {
        return interval != null;
    }

    /** Whether the user says how long to wait before the first. */
    boolean isDelayed() {
        return delay != null;
    }

    /** Waits before the first; false: the command is to end. */
    boolean awaitFirst() throws InterruptedException {
        boolean on = pause(Seconds.nanos(delay));
        last = System.nanoTime();
        return on;
    }

    /** Waits until it is time for the next, which may be now; false: the command is to end. */
    boolean awaitNext() throws InterruptedException {
        long next = last + Seconds.nanos(interval);
        boolean on = pause(next - System.nanoTime());
        last = Math.max(next, System.nanoTime() - Seconds.nanos(interval)); // who is late does not hurry later
        return on;
    }

    private boolean pause(long nanos) throws InterruptedException {
        return !over.await(Math.max(0, nanos), TimeUnit.NANOSECONDS);
    }

    /** Ends all waiting. */
    void end() {
        over.countDown();
    }
}
