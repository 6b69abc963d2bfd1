// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A process and what it says. */
final class Program {
    private static final long PATIENCE_SECONDS = 180;

    private final Process process;
    /** All that it says, warnings included. */
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    /** Only its output. */
    private final BlockingQueue<String> output = new LinkedBlockingQueue<>();

    private final List<Thread> readers = new ArrayList<>();
    private final StringBuilder said = new StringBuilder();

    /** Runs the command line in a process of its own. */
    static Program start(String... line) throws IOException {
        return new Program(builder(line).start());
    }

    /** Runs the command line in a process of its own, whose temporary files are there, and those of what it starts. */
    static Program startWith(Path temporary, String... line) throws IOException {
        ProcessBuilder builder = builder(line);
        builder.environment().put("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + temporary);
        return new Program(builder.start());
    }

    private static ProcessBuilder builder(String... line) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Troupe.class.getName()));
        command.addAll(List.of(line));
        return new ProcessBuilder(command);
    }

    /** As Ctrl-C does it. */
    void interrupt() {
        process.toHandle().destroy(); // Process.destroy closes the output, too
    }

    /** The processes that it has started, and that run. */
    List<ProcessHandle> children() {
        return process.toHandle().children().toList();
    }

    /** Without a chance to end in order. */
    void kill() {
        process.destroyForcibly();
    }

    private Program(Process process) {
        this.process = process;
        reader(process.getInputStream(), line -> {
            lines.add(line);
            output.add(line);
        });
        reader(process.getErrorStream(), lines::add);
    }

    private void reader(InputStream from, Consumer<String> to) {
        Thread reader = new Thread(() -> read(from, to), "reader");
        reader.setDaemon(true);
        reader.start();
        readers.add(reader);
    }

    private static void read(InputStream from, Consumer<String> to) {
        try (BufferedReader text = new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8))) {
            for (String line = text.readLine(); line != null; line = text.readLine()) {
                to.accept(line);
            }
        } catch (IOException e) {
            to.accept("unreadable: " + e);
        }
    }

    /** Reads no more, as head does. */
    void closeOutput() throws IOException {
        process.getInputStream().close();
    }

    /** All it said until its end. */
    String rest() {
        lines.forEach(line -> said.append(line).append('\n'));
        return said.toString();
    }

    /** The next line that has this in it. */
    String await(String part) throws InterruptedException {
        while (true) {
            String line = lines.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            assertThat(line).as("waits for '%s' after%n%s", part, said).isNotNull();
            said.append(line).append('\n');
            if (line.contains(part)) {
                return line;
            }
        }
    }

    String address() throws InterruptedException {
        String line = await("listening on ");
        return line.replaceAll(".*listening on (\\S+?),? .*", "$1");
    }

    JsonNode json() throws Exception {
        String line = output.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(line).as("output after%n%s", rest()).isNotNull();
        assertThat(line).matches("[\\[{].*");
        assertThat(exit()).isZero();
        return new ObjectMapper().readTree(line);
    }

    /** How it has ended; then all that it said has been read. */
    int exit() throws InterruptedException {
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        for (Thread reader : readers) {
            reader.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
        }
        return process.exitValue();
    }
}
