// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.testkit.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A program of the tests in a process of its own, and what it has said. */
final class ChildProcess implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    final Process process;
    private final Queue<String> lines = new ConcurrentLinkedQueue<>();

    private ChildProcess(Process process) {
        this.process = process;
        Thread reader = new Thread(() -> {
            try (BufferedReader in =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
                in.lines().forEach(lines::add);
            } catch (IOException e) {
                lines.add(e.toString());
            }
        });
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Starts a program, and waits until it says that it has started.
     *
     * @param parts of the class path that it gets
     * @param log where its errors go
     */
    static ChildProcess start(Class<?> program, Predicate<String> parts, Path log, List<String> arguments)
            throws IOException {
        String separator = System.getProperty("path.separator");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                Stream.of(System.getProperty("java.class.path").split(separator))
                        .filter(parts)
                        .collect(Collectors.joining(separator)),
                program.getName()));
        command.addAll(arguments);
        ChildProcess made = new ChildProcess(
                new ProcessBuilder(command).redirectError(log.toFile()).start());
        made.await("STARTED");
        return made;
    }

    /** Waits until it says something. */
    void await(String text) {
        Await.until("a process says " + text, LIMIT, () -> said(text));
    }

    boolean said(String text) {
        return lines.stream().anyMatch(line -> line.contains(text));
    }

    /** What follows a word in the last line that begins with it; empty: there is none. */
    String last(String word) {
        return lines.stream()
                .filter(line -> line.startsWith(word + " "))
                .reduce("", (before, line) -> line.substring(word.length() + 1));
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    @Override
    public String toString() {
        return lines.toString();
    }
}
