// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.targets;

import io.troupe.bench.results.Result;
import io.troupe.bench.results.Results;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The targets of the project, from the tables in docs/targets.md whose headings begin with "target" and
 * "benchmark".
 *
 * @param all in the order of the file
 */
public record Targets(List<Target> all) {
    private static final int COLUMNS = 9;
    private static final String MARK = "| target | benchmark |";

    /** Copies. */
    public Targets {
        all = List.copyOf(all);
    }

    /**
     * Reads the file.
     *
     * @throws UncheckedIOException if it cannot be read
     * @throws IllegalArgumentException if a row is not understood; names the line
     */
    public static Targets read(Path file) {
        try {
            return parse(Files.readAllLines(file));
        } catch (IOException e) {
            throw new UncheckedIOException("targets must be readable: file=" + file, e);
        }
    }

    /**
     * Understands the lines of such a file.
     *
     * @throws IllegalArgumentException if a row is not understood; names the line
     */
    public static Targets parse(List<String> lines) {
        List<Target> targets = new ArrayList<>();
        String section = "";
        boolean table = false;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).trim();
            if (line.startsWith("## ")) {
                section = line.substring("## ".length()).trim();
            }
            boolean row = table && line.startsWith("|") && !line.startsWith("|--");
            table = line.startsWith("|") && (table || line.startsWith(MARK));
            if (row) {
                try {
                    targets.add(target(section, line));
                } catch (IllegalArgumentException e) {
                    throw new IllegalArgumentException(e.getMessage() + ", line=" + (i + 1), e);
                }
            }
        }
        return new Targets(targets);
    }

    /**
     * What came of each, in order.
     *
     * @param results of a run
     * @param disturbance what disturbed a result while it was measured, in words; empty if nothing did
     */
    public List<Judgement> judge(Results results, Function<Result, String> disturbance) {
        Judge judge = new Judge(results, disturbance);
        return all.stream().map(judge::judge).toList();
    }

    private static Target target(String section, String line) {
        String[] columns = line.substring(1).split("\\|", -1);
        if (columns.length != COLUMNS + 1) {
            throw new IllegalArgumentException(
                    "row must have " + COLUMNS + " columns: columns=" + (columns.length - 1));
        }
        for (int i = 0; i < columns.length; i++) {
            columns[i] = columns[i].replace("`", "").trim();
        }
        return new Target(
                section,
                columns[0],
                columns[1],
                cell(columns[2]),
                columns[3],
                columns[4],
                Relation.of(columns[5]),
                number(columns[6]),
                columns[7],
                columns[8]);
    }

    private static Map<String, String> cell(String text) {
        Map<String, String> cell = new LinkedHashMap<>();
        for (String param : text.split(" ", -1)) {
            int equals = param.indexOf('=');
            if (equals > 0) {
                cell.put(param.substring(0, equals), param.substring(equals + 1));
            } else if (!param.isEmpty()) {
                throw new IllegalArgumentException("cell must be name=value: cell=" + param);
            }
        }
        return cell;
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text.replace(",", ""));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("factor must be a number: factor=" + text, e);
        }
    }
}
