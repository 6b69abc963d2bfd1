// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A small failing schedule as lines of text: settings as {@code name: value}, then the events that wait.
 *
 * @param test name of the test
 * @param version of the program, or {@code unknown}
 * @param seed of the run, for the chance of its parts
 * @param realism of the run
 * @param times how often time passes
 * @param hash of the run that the departures give
 * @param failure what the test threw, for people
 * @param departures the events that wait
 */
record ScheduleFile(
        String test,
        String version,
        long seed,
        Realism realism,
        long times,
        long hash,
        String failure,
        List<Departure> departures) {
    private static final String HEADER = "troupe schedule 1";
    private static final String UNKNOWN = "unknown";

    /** The version of the program under test, as the environment tells it. */
    static String runningVersion() {
        return System.getProperty("troupe.version", UNKNOWN);
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(HEADER);
        lines.add("test: " + test);
        lines.add("version: " + version);
        lines.add("seed: " + seed);
        lines.add("realism: " + realism);
        lines.add("times: " + times);
        lines.add("hash: " + Long.toHexString(hash));
        lines.add("failure: " + failure.replaceAll("\\R", " "));
        for (Departure departure : departures) {
            lines.add("waits: " + Long.toHexString(departure.key()) + " " + departure.rank() + " " + departure.name());
        }
        return lines;
    }

    Path write(Path directory) {
        Path file = directory.resolve(test.replaceAll("[^A-Za-z0-9._-]", "_") + "-" + seed + ".schedule");
        try {
            Files.createDirectories(directory);
            return Files.write(file, lines());
        } catch (IOException e) {
            throw new UncheckedIOException("a schedule must be written to a directory: directory=" + directory, e);
        }
    }

    static ScheduleFile read(Path file) {
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException("a schedule must be a file that can be read: file=" + file, e);
        }
        if (lines.isEmpty() || !lines.get(0).equals(HEADER)) {
            throw new IllegalArgumentException("a schedule must begin with '" + HEADER + "': file=" + file);
        }
        Map<String, String> settings = new LinkedHashMap<>();
        List<Departure> departures = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            int colon = line.indexOf(": ");
            if (colon < 0) {
                throw new IllegalArgumentException("a line must be 'name: value': line=" + line + ", file=" + file);
            }
            String value = line.substring(colon + 2);
            if (line.startsWith("waits: ")) {
                departures.add(departure(value, file));
            } else {
                settings.put(line.substring(0, colon), value);
            }
        }
        try {
            return new ScheduleFile(
                    setting(settings, "test", file),
                    setting(settings, "version", file),
                    Long.parseLong(setting(settings, "seed", file)),
                    realism(setting(settings, "realism", file), file),
                    Long.parseLong(setting(settings, "times", file)),
                    Long.parseUnsignedLong(setting(settings, "hash", file), 16),
                    setting(settings, "failure", file),
                    departures);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("seed, times and hash must be numbers: file=" + file, e);
        }
    }

    private static Realism realism(String name, Path file) {
        for (Realism realism : Realism.values()) {
            if (realism.name().equals(name)) {
                return realism;
            }
        }
        throw new IllegalArgumentException(
                "realism must be one of " + List.of(Realism.values()) + ": realism=" + name + ", file=" + file);
    }

    private static String setting(Map<String, String> settings, String name, Path file) {
        String value = settings.get(name);
        if (value == null) {
            throw new IllegalArgumentException("a schedule must have a line '" + name + "': file=" + file);
        }
        return value;
    }

    private static Departure departure(String text, Path file) {
        String[] parts = text.split(" ", 3);
        if (parts.length < 3) {
            throw new IllegalArgumentException(
                    "an event that waits must have key, rank and name: line=" + text + ", file=" + file);
        }
        try {
            return new Departure(Long.parseUnsignedLong(parts[0], 16), Long.parseLong(parts[1]), parts[2]);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("key and rank must be numbers: line=" + text + ", file=" + file, e);
        }
    }

    /** Refuses to be replayed by a program that it was not recorded with. */
    void check(String runningTest) {
        if (!test.equals(runningTest)) {
            throw new IllegalArgumentException(
                    "a schedule must be replayed by the test that it was recorded with: recorded=" + test
                            + ", replayed=" + runningTest);
        }
        String running = runningVersion();
        if (!version.equals(UNKNOWN) && !running.equals(UNKNOWN) && !version.equals(running)) {
            throw new IllegalArgumentException(
                    "a schedule must be replayed by the version that it was recorded with: recorded=" + version
                            + ", replayed=" + running);
        }
    }
}
