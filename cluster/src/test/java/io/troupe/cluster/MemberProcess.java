// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.testkit.Await;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A process that a test starts, and does bad things to. */
final class MemberProcess implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final String name;
    private final Process process;
    private final Queue<String> lines = new ConcurrentLinkedQueue<>();

    /** Ends when all that the process has said is in the lines. */
    private final Thread reader;

    private MemberProcess(String name, Process process) {
        this.name = name;
        this.process = process;
        this.reader = new Thread(this::read, "output of " + name);
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Starts a program of the tests and waits until it says that it has started. What it logs is in a file of its name.
     *
     * @param folder of the file
     */
    static MemberProcess start(Path folder, String name, Class<?> program, List<String> arguments) throws IOException {
        return start(folder, name, program, part -> true, arguments);
    }

    /** Starts it with parts of the class path only. */
    static MemberProcess start(
            Path folder, String name, Class<?> program, Predicate<String> parts, List<String> arguments)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dorg.slf4j.simpleLogger.showDateTime=true",
                "-Dorg.slf4j.simpleLogger.dateTimeFormat=HH:mm:ss.SSS",
                "-cp",
                Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                        .filter(parts)
                        .collect(Collectors.joining(File.pathSeparator)),
                program.getName()));
        command.addAll(arguments);
        MemberProcess made = new MemberProcess(
                name,
                new ProcessBuilder(command)
                        .redirectError(folder.resolve(name + ".log").toFile())
                        .start());
        boolean started = false;
        try {
            made.await("STARTED");
            started = true;
            return made;
        } finally {
            if (!started) {
                made.close();
            }
        }
    }

    private void read() {
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            in.lines().forEach(lines::add);
        } catch (IOException e) {
            lines.add(e.toString());
        }
    }

    String name() {
        return name;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Waits for a line with some text. */
    void await(String text) {
        Await.until(name + " says " + text, LIMIT, () -> said(text) || !reader.isAlive());
        assertThat(said(text)).as("%s must say %s: lines=%s", name, text, lines).isTrue();
    }

    /** Whether it has said a line with some text. */
    boolean said(String text) {
        return count(text) > 0;
    }

    /** How many lines with some text it has said. */
    long count(String text) {
        return lines.stream().filter(line -> line.contains(text)).count();
    }

    /** What follows a word in the last line that begins with it; empty: there is none. */
    String last(String word) {
        return lines.stream()
                .filter(line -> line.startsWith(word + " "))
                .reduce("", (before, line) -> line.substring(word.length() + 1));
    }

    /** Gives it a line of input. */
    void say(String line) throws IOException {
        process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    /** Kills it at once. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Ends its input, and waits for its end. */
    void end() throws IOException, InterruptedException {
        process.getOutputStream().close();
        assertThat(process.waitFor()).as("exit code of " + name).isZero();
    }

    /** Makes it stand still where it has no lock that others need. */
    void stop(MemberPlace place) throws Exception {
        standStill();
        while (!place.isUnlocked()) {
            signal("CONT");
            Await.until("it has the lock no more", LIMIT, place::isUnlocked);
            standStill();
        }
    }

    /** The signal is sent in a moment; a thread that has the processor just then goes on for another one, and may take a lock. */
    private void standStill() throws Exception {
        signal("STOP");
        Path threads = Path.of("/proc", Long.toString(process.pid()), "task");
        Await.until("all threads stand still: " + name, LIMIT, () -> {
            try (Stream<Path> each = Files.list(threads)) {
                return each.allMatch(MemberProcess::isStopped);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static boolean isStopped(Path thread) {
        try {
            String stat = Files.readString(thread.resolve("stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2) == 'T';
        } catch (NoSuchFileException e) {
            return true; // it has ended
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lets it go on. */
    void goOn() throws Exception {
        signal("CONT");
    }

    private void signal(String signal) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
