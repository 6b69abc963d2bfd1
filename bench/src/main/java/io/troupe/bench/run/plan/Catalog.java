// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run.plan;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/** The JMH benchmarks of this build. */
public final class Catalog {
    private final List<Entry> entries;

    private Catalog(List<Entry> entries) {
        this.entries = List.copyOf(entries);
    }

    /**
     * A benchmark.
     *
     * @param name class and method
     * @param params the values of its parameters
     */
    public record Entry(String name, Map<String, List<String>> params) {}

    /** Of the given ones. */
    public static Catalog of(List<Entry> entries) {
        return new Catalog(entries);
    }

    /**
     * Those that the class path has.
     *
     * @throws BenchException if there is no list of them
     */
    public static Catalog ofClassPath() {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        OutputFormat silent = OutputFormatFactory.createFormatInstance(nowhere, VerboseMode.SILENT);
        try {
            return new Catalog(BenchmarkList.defaultList().getAll(silent, List.of()).stream()
                    .map(Catalog::entry)
                    .toList());
        } catch (RuntimeException e) { // what JMH throws when there is no such resource
            throw BenchException.failed("class path must have a list of benchmarks: " + e.getMessage());
        }
    }

    /**
     * The benchmarks that a piece finds, cells with the same load side by side.
     *
     * @param batchMillis see {@link JmhPiece#batchMillis()}
     */
    List<Cell> cells(JmhPiece piece, Profile profile, int batchMillis) {
        Pattern pattern = Pattern.compile(piece.pattern());
        Map<String, List<String>> wanted = piece.params(profile);
        List<Cell> cells = new ArrayList<>();
        for (Entry entry : entries) {
            if (pattern.matcher(entry.name()).find()) {
                for (SortedMap<String, String> params : combinations(entry.params(), wanted)) {
                    cells.add(new Cell(entry.name(), params, profile.forkSeconds(batchMillis)));
                }
            }
        }
        cells.sort(Comparator.comparing(Cell::load).thenComparing(Cell::label));
        return cells;
    }

    private static List<SortedMap<String, String>> combinations(
            Map<String, List<String>> params, Map<String, List<String>> wanted) {
        List<SortedMap<String, String>> all = List.of(new TreeMap<>());
        for (String name : new TreeMap<>(params).keySet()) {
            List<SortedMap<String, String>> more = new ArrayList<>();
            for (SortedMap<String, String> before : all) {
                for (String value : wanted.getOrDefault(name, params.getOrDefault(name, List.of()))) {
                    SortedMap<String, String> after = new TreeMap<>(before);
                    after.put(name, value);
                    more.add(after);
                }
            }
            all = more;
        }
        return all;
    }

    private static Entry entry(BenchmarkListEntry entry) {
        Map<String, List<String>> params = new TreeMap<>();
        if (entry.getParams().hasValue()) {
            entry.getParams().get().forEach((name, values) -> params.put(name, List.of(values)));
        }
        return new Entry(entry.getUsername(), params);
    }
}
