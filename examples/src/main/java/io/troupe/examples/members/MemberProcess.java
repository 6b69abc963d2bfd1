// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.members;

import io.troupe.examples.cli.Child;
import io.troupe.examples.cluster.Database;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A {@link MemberProgram} in a process of its own, as its parent sees it. It has a temporary folder of its own, since a process
 * that is killed takes nothing away. One thread uses it.
 */
public final class MemberProcess implements AutoCloseable {
    /** The last line of every process, said by nobody. */
    public static final String END = "end";

    /** For one that ends in order. */
    static final long PATIENCE = TimeUnit.SECONDS.toNanos(10);

    /** Exit codes of processes that a signal has ended are larger. */
    private static final int SIGNALS = 128;

    private final Path temporary;
    private final Process process;
    private final Writer input;
    private final BlockingQueue<String> said = new LinkedBlockingQueue<>();

    private MemberProcess(Path temporary, Process process) {
        this.temporary = temporary;
        this.process = process;
        this.input = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        Thread reader = new Thread(this::read, "member-lines");
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Starts one.
     *
     * @param command of this program
     * @param database where the actors are
     * @param name as a member of several; empty: it is alone
     * @return the process
     * @throws IOException if it cannot be started
     */
    public static MemberProcess start(String command, Database database, String name) throws IOException {
        Path temporary = Files.createTempDirectory("troupe-member");
        Process process;
        try {
            process = Child.start(List.of("-Djava.io.tmpdir=" + temporary), command, "--worker");
        } catch (IOException e) {
            Files.delete(temporary);
            throw e;
        }
        MemberProcess member = new MemberProcess(temporary, process);
        member.say(List.of(database.text(), name));
        return member;
    }

    private void read() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                said.add(line);
            }
        } catch (IOException e) {
            // it was killed
        } finally {
            said.add(END);
        }
    }

    /** Sends lines. A process that has ended gets none, and says so by its {@link #END}. */
    public void say(List<String> lines) {
        try {
            for (String line : lines) {
                input.write(line + "\n");
            }
            input.flush();
        } catch (IOException e) {
            // it has ended, which its own lines tell
        }
    }

    /** The next line; null: none came in time. */
    public @Nullable String next(long millis) throws InterruptedException {
        return said.poll(millis, TimeUnit.MILLISECONDS);
    }

    /** Ends the process at once, as kill -9 does, and waits until it is gone. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Whether a signal has ended it, and not its own failure. After its {@link #END}. */
    public boolean wasKilled() throws InterruptedException {
        return process.waitFor() > SIGNALS;
    }

    /** Ends the process at once, as kill -9 does, and does not wait. */
    public void killSoon() {
        process.destroyForcibly();
    }

    /** Tells it to end in order, and does not wait. */
    public void end() {
        try {
            input.close();
        } catch (IOException e) {
            // it has ended
        }
    }

    /** Lets it end in order, or kills it. */
    @Override
    public void close() {
        close(System.nanoTime() + PATIENCE);
    }

    /**
     * Lets it end in order, or kills it.
     *
     * @param until when it must have ended, by {@link System#nanoTime}
     */
    void close(long until) {
        end();
        try {
            if (!process.waitFor(until - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                kill();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly().onExit().join(); // it may write until then
            Thread.currentThread().interrupt();
        }
        clear();
    }

    private void clear() {
        try (Stream<Path> files = Files.walk(temporary)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException | UncheckedIOException e) {
            // the folder is temporary
        }
    }
}
