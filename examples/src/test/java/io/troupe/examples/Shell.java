// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Runs several commands at a time in this process, and keeps what each of them prints. Replaces standard output meanwhile. */
final class Shell implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 30;
    private static final long LOOK_EVERY_NANOS = 1_000_000;
    private static final InheritableThreadLocal<OutputStream> CURRENT = new InheritableThreadLocal<>();

    private final PrintStream before = System.out;

    Shell() {
        System.setOut(new PrintStream(new Router(), true, StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        System.setOut(before);
    }

    /** Begins. */
    Command start(String... line) {
        Command command = new Command();
        Thread thread = new Thread(() -> {
            CURRENT.set(command.bytes);
            command.run(line);
        });
        thread.setDaemon(true);
        thread.start();
        return command;
    }

    /** Runs to its end, which must come soon. */
    Command run(String... line) {
        Command command = start(line);
        command.exit();
        return command;
    }

    /** Each thread, and those it starts, has a stream of its own. */
    private final class Router extends OutputStream {
        private OutputStream now() {
            OutputStream now = CURRENT.get();
            return now == null ? before : now;
        }

        @Override
        public void write(int one) {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            OutputStream now = now();
            if (now instanceof ByteArrayOutputStream kept) {
                kept.write(bytes, from, length);
            } else {
                before.write(bytes, from, length);
            }
        }
    }

    /** One command. */
    static final class Command {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final StringWriter out = new StringWriter();
        private final StringWriter err = new StringWriter();
        private final CompletableFuture<Integer> code = new CompletableFuture<>();

        private void run(String... line) {
            try {
                code.complete(Troupe.commandLine()
                        .setOut(new PrintWriter(out, true))
                        .setErr(new PrintWriter(err, true))
                        .execute(line));
            } catch (RuntimeException | Error e) {
                code.completeExceptionally(e);
            }
        }

        /** The exit code; waits for it. */
        int exit() {
            try {
                return code.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            } catch (Exception e) {
                throw new AssertionError("out=" + text() + ", err=" + err, e);
            }
        }

        /** Ends well; what it printed on standard output. */
        String done() {
            assertThat(exit()).as("%s", err).isZero();
            return text();
        }

        /** Fails with this exit code; the one line of standard error. */
        String failed(int expected) {
            assertThat(exit()).as("%s%s", text(), err).isEqualTo(expected);
            assertThat(err.toString().lines()).hasSize(1);
            assertThat(text()).isEmpty();
            return err.toString().strip();
        }

        /** Waits until it has said this on standard error. */
        void await(String part) {
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
            while (!told().contains(part)) {
                assertThat(System.nanoTime()).as("said=%s", told()).isLessThan(deadline);
                LockSupport.parkNanos(LOOK_EVERY_NANOS);
            }
        }

        /** What it said on standard error so far. */
        String told() {
            return err.toString();
        }

        /** All bytes of standard output. */
        byte[] bytes() {
            return bytes.toByteArray();
        }

        private String text() {
            return bytes.toString(StandardCharsets.UTF_8) + out;
        }
    }
}
