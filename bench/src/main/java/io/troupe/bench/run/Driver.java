// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run;

import io.troupe.bench.run.plan.BenchException;
import io.troupe.bench.run.plan.Start;
import io.troupe.bench.run.plan.Start.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Starts programs that measure by themselves, and keeps their figures in the raw file of one part. Used by one thread. */
final class Driver {
    /** Set by the launcher to its own path. */
    static final String LAUNCHER = "troupe.launcher";

    private final Path raw;
    private final Path log;
    private boolean prepared;
    private final List<String> printed = new ArrayList<>();

    /**
     * For the starts of one part.
     *
     * @param raw its raw file
     * @param log to which the words of the programs are appended
     */
    Driver(Path raw, Path log) {
        this.raw = raw;
        this.log = log;
    }

    /**
     * Has the launcher build what it is to start, so that this is not a part of the measurement. Does nothing the next time, or
     * if the program is one of this build.
     *
     * @throws BenchException if that failed, or the launcher is not known
     */
    void prepare(Start start) throws IOException, InterruptedException {
        if (start.kind() != Kind.LAUNCHED || prepared) {
            return;
        }
        prepared = true;
        int before = logged();
        int code = process(List.of(launcher(), "--version"), null);
        if (code != 0) {
            throw failure(code, before, "");
        }
    }

    /**
     * Runs a program to its end.
     *
     * @return a sentence if it failed in part; its figures are kept
     * @throws BenchException if it gave no figures, or is not there
     */
    Optional<String> run(Start start) throws IOException, InterruptedException {
        Path output = log.resolveSibling(log.getFileName() + ".part");
        int before = logged();
        try {
            int code = process(command(start), start.kind() == Kind.FILE ? null : output);
            if (start.kind() == Kind.FILE) {
                return kept(code, before);
            }
            String text = Folder.text(output);
            if (code != 0) {
                throw failure(code, before, text);
            }
            print(text);
            return Optional.empty();
        } finally {
            Files.deleteIfExists(output);
        }
    }

    /** How much the log holds. One that cannot be written must not look like a program that cannot be started. */
    private int logged() throws IOException {
        Files.write(log, new byte[0], StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        return Folder.text(log).length();
    }

    /** The program has written its file itself, whole, after each of its rounds. */
    private Optional<String> kept(int code, int before) throws IOException {
        if (!Files.isRegularFile(raw) || !isJson(Folder.text(raw))) {
            Files.deleteIfExists(raw);
            throw failure(code, before, "");
        }
        return code == 0 ? Optional.empty() : Optional.of("failed in part (see log/" + log.getFileName() + ")");
    }

    private void print(String text) throws IOException {
        List<String> values = new ArrayList<>();
        // As a whole first: the last line of an array over many lines may be JSON, too.
        if (!keep(text.strip(), values)) {
            text.lines().map(String::strip).forEach(line -> keep(line, values));
        }
        if (values.isEmpty()) {
            throw BenchException.failed("program must print JSON (see log/" + log.getFileName() + ")");
        }
        printed.addAll(values);
        String array =
                printed.stream().filter(value -> !value.isBlank()).collect(Collectors.joining(",\n", "[", "]\n"));
        Folder.write(raw, beside -> Files.writeString(beside, array));
    }

    /** Adds an object, or what an array has; false if it is neither. */
    private static boolean keep(String text, List<String> values) {
        boolean array = text.startsWith("[");
        boolean json = (array || text.startsWith("{")) && isJson(text);
        if (json) {
            values.add(array ? text.substring(1, text.length() - 1) : text);
        }
        return json;
    }

    private int process(List<String> command, @Nullable Path output) throws IOException, InterruptedException {
        ProcessBuilder.Redirect words = ProcessBuilder.Redirect.appendTo(log.toFile());
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(words);
        builder.redirectOutput(output == null ? words : ProcessBuilder.Redirect.to(output.toFile()));
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            throw BenchException.missing("program is not installed: program=" + command.get(0));
        }
        // Its standard input stays open as long as this process lives, and ends with it.
        return process.waitFor();
    }

    private List<String> command(Start start) {
        List<String> command = new ArrayList<>();
        if (start.kind() == Kind.LAUNCHED) {
            command.add(launcher());
            command.addAll(start.program());
            return command;
        }
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(start.jvm());
        // The lock is held by this process, which has looked at the machine, too.
        command.addAll(
                List.of("-Djmh.ignoreLock=true", "-Dbench.step=true", "-cp", System.getProperty("java.class.path")));
        command.addAll(start.program());
        if (start.kind() == Kind.FILE) {
            command.addAll(List.of("--json", raw.toString()));
        }
        return command;
    }

    private static String launcher() {
        String launcher = System.getProperty(LAUNCHER, "");
        if (launcher.isEmpty()) {
            throw BenchException.missing("only the launcher can start it: call ./troupe bench");
        }
        return launcher;
    }

    /** With the last words of this start, which are what follows the log that was there before. */
    private BenchException failure(int code, int before, String output) throws IOException {
        String all = Folder.text(log);
        String words = all.substring(Math.min(before, all.length())) + output;
        String last = words.lines()
                .filter(line -> !line.isBlank() && !line.startsWith("\t")) // lines of a stack trace begin so
                .reduce((first, second) -> second)
                .orElse("it said nothing");
        return BenchException.failed("program failed: code=" + code + ", last words: " + last.strip() + " (see log/"
                + log.getFileName() + ")");
    }

    private static boolean isJson(String text) {
        try {
            Folder.json(text);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
