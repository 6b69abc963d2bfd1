// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.sp;

import io.troupe.examples.cli.Rules;
import io.troupe.sp.message.Message;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of what is sent, and when. */
final class Payload {
    private static final double NANOS = 1e9;

    @Option(
            names = {"-D", "--data"},
            paramLabel = "TEXT",
            description = "What to send, as UTF-8.")
    private @Nullable String data;

    @Option(
            names = {"-F", "--file"},
            paramLabel = "FILE",
            description = "Send the content of this file.")
    private @Nullable Path file;

    @Option(
            names = {"-i", "--interval"},
            paramLabel = "S",
            description = "Send again every so many seconds (0.5, say).")
    private double interval = -1;

    @Option(
            names = {"-d", "--delay"},
            paramLabel = "S",
            description = "Wait so many seconds before the first is sent: for subscribers to connect, say.")
    private double delay;

    @Option(
            names = {"-n", "--count"},
            paramLabel = "N",
            description = "End after so many messages sent (or, if nothing is sent, received); answers do not count.")
    private long count;

    private final CountDownLatch over = new CountDownLatch(1);

    /** The options must make sense; those who only listen need nothing to send. */
    void check(Rules rules, boolean needed) {
        rules.notBoth("data", data, "file", file);
        if (needed && !isGiven()) {
            throw rules.broken("something must be sent: give --data or --file");
        }
        if (count < 0 || delay < 0) {
            throw rules.broken("count and delay must not be negative: count=" + count + ", delay=" + delay);
        }
        if (file != null && !Files.isReadable(file)) {
            throw rules.broken("file must be a file that can be read: file=" + file);
        }
    }

    /** Whether there is something to send. */
    boolean isGiven() {
        return data != null || file != null;
    }

    /** Whether it is sent again and again. */
    boolean isRepeated() {
        return interval >= 0 || count > 1;
    }

    /** Whether so many are enough. */
    boolean isEnough(long messages) {
        return count > 0 && messages >= count;
    }

    /** A new message with it. */
    Message message() throws IOException {
        if (file != null) {
            return Message.of(Files.readAllBytes(file));
        }
        return Message.of(data == null ? new byte[0] : data.getBytes(StandardCharsets.UTF_8));
    }

    /** Waits before the first; false: the command is to end. */
    boolean awaitFirst() throws InterruptedException {
        return pause(delay);
    }

    /** Waits before the next; false: the command is to end. */
    boolean awaitNext() throws InterruptedException {
        return pause(Math.max(0, interval));
    }

    private boolean pause(double seconds) throws InterruptedException {
        return !over.await((long) (seconds * NANOS), TimeUnit.NANOSECONDS);
    }

    /** Ends all waiting. */
    void end() {
        over.countDown();
    }
}
