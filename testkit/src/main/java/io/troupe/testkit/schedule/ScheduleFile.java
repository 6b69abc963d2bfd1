// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A small failing schedule as lines of text: settings as {@code name: value}, then the events that wait.
 *
 * @param test name of the test
 * @param version of the program, {@code unknown}, or {@code any} if the file is kept for all later ones
 * @param seed of the run, for the chance of its parts
 * @param realism of the run
 * @param times how often time passes
 * @param hash of the run that the departures give; 0 in files that are kept
 * @param failure what the test threw, for people
 * @param departures the events that wait
 * @param steps the only faults and operations that are taken, in order; null: all are
 */
record ScheduleFile(
        String test,
        String version,
        long seed,
        Realism realism,
        long times,
        long hash,
        String failure,
        List<Departure> departures,
        @Nullable List<String> steps) {
    private static final String HEADER = "troupe schedule 1";

    /** Of files that are kept beside the sources: they outlive the commit that they were found with. */
    private static final String ANY = "any";

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
        if (steps != null) {
            lines.add("steps: " + steps.size());
            steps.forEach(step -> lines.add("takes: " + step));
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
        List<String> steps = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            int colon = line.indexOf(": ");
            if (colon < 0) {
                throw new IllegalArgumentException("a line must be 'name: value': line=" + line + ", file=" + file);
            }
            String value = line.substring(colon + 2);
            if (line.startsWith("waits: ")) {
                departures.add(departure(value, file));
            } else if (line.startsWith("takes: ")) {
                steps.add(value);
            } else {
                settings.put(line.substring(0, colon), value);
            }
        }
        String count = settings.get("steps");
        if (!String.valueOf(steps.size()).equals(count == null ? "0" : count)) {
            throw new IllegalArgumentException("a schedule must have as many lines 'takes' as it has steps: steps="
                    + count + ", takes=" + steps.size() + ", file=" + file);
        }
        boolean kept = ANY.equals(settings.get("version"));
        try {
            return new ScheduleFile(
                    setting(settings, "test", file),
                    setting(settings, "version", file),
                    Long.parseLong(setting(settings, "seed", file)),
                    realism(setting(settings, "realism", file), file),
                    Long.parseLong(setting(settings, "times", file)),
                    Long.parseUnsignedLong(kept ? "0" : setting(settings, "hash", file), 16),
                    setting(settings, "failure", file),
                    departures,
                    count == null ? null : steps);
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
        String running = BuildVersion.running();
        if (!isKept()
                && !version.equals(BuildVersion.UNKNOWN)
                && !running.equals(BuildVersion.UNKNOWN)
                && !version.equals(running)) {
            throw new IllegalArgumentException(
                    "a schedule must be replayed by the commit that it was recorded with, unless it says 'version: any':"
                            + " recorded=" + version + ", replayed=" + running);
        }
    }

    /** Whether it is for every version of the program: then its hash means nothing. */
    private boolean isKept() {
        return version.equals(ANY);
    }

    /** Refuses a run that was not the recorded one, or in which what waits has not happened. */
    void check(Recording replayed, long replayedHash, Path file, @Nullable Throwable thrown) {
        if (!isKept()) {
            if (replayedHash != hash) {
                throw new IllegalStateException(
                        "a schedule must be replayed by the program that it was recorded with: recorded="
                                + Long.toHexString(hash) + ", replayed=" + Long.toHexString(replayedHash) + ", file="
                                + file,
                        thrown);
            }
            return;
        }
        if (thrown != null) {
            return; // it fails as it did; what waited need not happen any more
        }
        Set<Long> happened = Arrays.stream(replayed.keys()).boxed().collect(Collectors.toSet());
        for (Departure departure : departures) {
            if (!happened.contains(departure.key())) {
                throw new IllegalStateException(
                        "an event that waits must happen, or the schedule says nothing about the program any more: event="
                                + departure.name() + ", file=" + file,
                        thrown);
            }
        }
    }
}
