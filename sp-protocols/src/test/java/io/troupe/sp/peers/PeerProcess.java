// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * A running peer and the lines it printed, errors included. Any thread may use it. {@link #close()} ends the process by
 * its own id; the end of the JVM does, too. Every wait has a deadline and then fails with all that was printed.
 */
public final class PeerProcess implements AutoCloseable {
    /** How long waits without a limit of their own last: long, for busy machines. */
    public static final Duration PATIENCE = Duration.ofSeconds(20);

    /** What the JVM tells of a process that called {@code abort()}; we never send that signal. */
    private static final int ABORTED = 128 + 6;

    private final List<String> commandLine;
    private final List<String> listens;
    private final Process process;
    private final Thread killer;
    // Guarded by the list itself, as are the two fields below.
    private final List<String> lines = new ArrayList<>();
    private int nextMessage;
    private boolean ended;

    private PeerProcess(List<String> commandLine, List<String> listens, Process process) {
        this.commandLine = commandLine;
        this.listens = List.copyOf(listens);
        this.process = process;
        this.killer = new Thread(process::destroyForcibly);
    }

    static PeerProcess start(List<String> commandLine, List<String> listens) {
        try {
            Process process =
                    new ProcessBuilder(commandLine).redirectErrorStream(true).start();
            PeerProcess peer = new PeerProcess(commandLine, listens, process);
            Runtime.getRuntime().addShutdownHook(peer.killer);
            Thread reader = new Thread(peer::collect, "peer-" + process.pid());
            reader.setDaemon(true);
            reader.start();
            return peer;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start: command=" + commandLine, e);
        }
    }

    /** Waits until all its addresses accept connections, without connecting where the system tells. */
    public PeerProcess awaitListening() {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        for (String uri : listens) {
            while (!Listening.at(uri)) {
                if (exited(Duration.ofMillis(10)) || System.nanoTime() > deadline) {
                    throw failure("it must listen: uri=" + uri);
                }
            }
        }
        return this;
    }

    /** The next payload it received, as text of one byte per character. */
    public String awaitMessage() {
        return awaitMessage(PATIENCE);
    }

    /** The next payload it received within a time, as text of one byte per character. */
    public String awaitMessage(Duration patience) {
        synchronized (lines) {
            int index = find(nextMessage, PeerProcess::isMessage, patience);
            if (index < 0) {
                throw failure("it must receive a message: patience=" + patience);
            }
            nextMessage = index + 1;
            return decode(lines.get(index));
        }
    }

    /** The first line of all that satisfies a condition. */
    public String awaitLine(Predicate<String> condition, Duration patience) {
        return awaitLine(0, condition, patience);
    }

    /** The first line, from an index on, that satisfies a condition. */
    public String awaitLine(int from, Predicate<String> condition, Duration patience) {
        synchronized (lines) {
            int index = find(from, condition, patience);
            if (index < 0) {
                throw failure("it must print a certain line: from=" + from + ", patience=" + patience);
            }
            return lines.get(index);
        }
    }

    /** All lines printed so far. */
    public List<String> lines() {
        synchronized (lines) {
            return List.copyOf(lines);
        }
    }

    /** Waits until it ends by itself, and gives its exit code. */
    public int awaitExit() {
        if (!exited(PATIENCE)) {
            throw failure("it must end by itself: patience=" + PATIENCE);
        }
        return process.exitValue();
    }

    /**
     * Whether nng found a bug of its own and aborted the process. Whoever was killed by us, or ended in another way, did
     * not. A process that has only begun to die of it is waited for.
     */
    boolean hasPanicked() {
        boolean dying = !process.isAlive() || isPanicSaid();
        return dying && exited(PATIENCE) && process.exitValue() == ABORTED && isAllRead() && isPanicSaid();
    }

    private boolean isPanicSaid() {
        return lines().stream().anyMatch(line -> line.contains("panic: "));
    }

    private boolean isAllRead() {
        synchronized (lines) {
            find(lines.size(), line -> false, PATIENCE); // until no line can come any more
            return ended;
        }
    }

    /** Waits for its end, but not for long; whether it has come. */
    boolean endsWithin(Duration patience) {
        return exited(patience);
    }

    /** The number of the process. */
    public long pid() {
        return process.pid();
    }

    /** Writes a line to its standard input. */
    public void write(String line) {
        try {
            synchronized (process) {
                process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
                process.getOutputStream().flush();
            }
        } catch (IOException e) {
            throw new AssertionError(failure("it must read: line=" + line).getMessage(), e);
        }
    }

    /** Stops it without closing anything, so that it neither reads nor answers. */
    public void pause() {
        signal("-STOP");
    }

    /** Lets it go on after {@link #pause}. */
    public void resume() {
        signal("-CONT");
    }

    /** Ends it at once, as a crash does: sockets are closed by the system. */
    public void kill() {
        process.destroyForcibly();
        awaitExit();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        exited(PATIENCE);
        try {
            Runtime.getRuntime().removeShutdownHook(killer);
        } catch (IllegalStateException e) {
            // The JVM is ending, and the hook runs.
        }
    }

    private void signal(String name) {
        try {
            int code = new ProcessBuilder("kill", name, Long.toString(process.pid()))
                    .start()
                    .waitFor();
            if (code != 0) {
                throw failure("it must live to get a signal: signal=" + name);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** The index of a line, or -1 when the time is over or no line can come any more. */
    private int find(int from, Predicate<String> condition, Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        int next = from;
        while (true) {
            for (; next < lines.size(); next++) {
                if (condition.test(lines.get(next))) {
                    return next;
                }
            }
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (left <= 0 || ended) {
                return -1;
            }
            try {
                lines.wait(left);
            } catch (InterruptedException e) {
                throw interrupted(e);
            }
        }
    }

    private void collect() {
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.ISO_8859_1))) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                add(line);
            }
        } catch (IOException e) {
            // The process was closed.
        }
        synchronized (lines) {
            ended = true;
            lines.notifyAll();
        }
    }

    private void add(String line) {
        synchronized (lines) {
            lines.add(line);
            lines.notifyAll();
        }
    }

    private boolean exited(Duration patience) {
        try {
            return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private AssertionError failure(String rule) {
        String state = process.isAlive() ? "alive" : "exit code " + process.exitValue();
        return new AssertionError(
                rule + ", state=" + state + ", command=" + commandLine + ", lines=\n" + String.join("\n", lines()));
    }

    private static AssertionError interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new AssertionError("the test was interrupted", e);
    }

    /** Received bytes are printed as {@code "\x68\x69"}. */
    private static boolean isMessage(String line) {
        return line.equals("\"\"") || line.startsWith("\"\\x");
    }

    private static String decode(String line) {
        StringBuilder text = new StringBuilder();
        for (int at = 1; at + 4 < line.length(); at += 4) {
            text.append((char) Integer.parseInt(line.substring(at + 2, at + 4), 16));
        }
        return text.toString();
    }
}
