// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A process that this one started. It ends when it is closed, or when this process ends in any way, because then its standard
 * input does. Used by one thread; another reads what it prints.
 */
public final class Child implements AutoCloseable {
    private static final String END = "END";
    private static final long END_MILLIS = 2_000;

    private final String name;
    private final Process process;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private String complaint = "none";

    private Child(String name, Process process) {
        this.name = name;
        this.process = process;
    }

    /**
     * Starts a virtual machine like this one, with this one's class path.
     *
     * @param name for error messages
     * @param options of the virtual machine
     * @param program main class and arguments
     */
    public static Child start(String name, List<String> options, List<String> program) {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElse("java"));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(program);
        return start(name, command);
    }

    /**
     * Starts any program. It must end when its standard input does.
     *
     * @param name for error messages
     * @param command the program and its arguments
     */
    public static Child start(String name, List<String> command) {
        try {
            Child child = new Child(
                    name, new ProcessBuilder(command).redirectErrorStream(true).start());
            Thread reader = new Thread(child::read, name + "-output");
            reader.setDaemon(true);
            reader.start();
            return child;
        } catch (IOException e) {
            throw new UncheckedIOException("process must start: name=" + name, e);
        }
    }

    /**
     * Waits for a line.
     *
     * @param prefix of the line
     * @return the rest of it
     * @throws IllegalStateException if the process ends or reports an error first, or the time is over
     */
    public String await(String prefix, Duration limit) throws InterruptedException {
        return poll(prefix, limit).orElseThrow(() -> failure("process must answer in time: limit=" + limit));
    }

    /**
     * Waits for a line for a while; lines before it are gone.
     *
     * @param prefix of the line
     * @return the rest of it, or nothing if the time is over
     * @throws IllegalStateException if the process ends or reports an error first
     */
    public Optional<String> poll(String prefix, Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        while (true) {
            String line = lines.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (line == null) {
                return Optional.empty();
            }
            if (line.startsWith(prefix)) {
                return Optional.of(line.substring(prefix.length()));
            }
            if (line.startsWith(Parent.ERROR)) {
                throw failure(line.substring(Parent.ERROR.length()));
            }
            if (line.equals(END)) {
                throw failure("process must not end early: complaint=" + complaint);
            }
            if (line.contains("Exception") || line.contains("Error")) {
                complaint = line; // libraries talk much, and the end of a trace says little
            }
        }
    }

    /** The number that the operating system knows the process by. */
    public long pid() {
        return process.pid();
    }

    /** Whether the process runs. */
    public boolean alive() {
        return process.isAlive();
    }

    @Override
    public void close() {
        try {
            process.getOutputStream().close(); // asks it to end
            if (!process.waitFor(END_MILLIS, TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private IllegalStateException failure(String reason) {
        return new IllegalStateException(name + ": " + reason);
    }

    private void read() {
        try (BufferedReader output = process.inputReader(Charset.defaultCharset())) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                lines.add(line);
            }
        } catch (IOException e) {
            lines.add("output must be readable: " + e);
        }
        lines.add(END);
    }
}
