// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * All that a run measures.
 *
 * @param parts in their order
 * @param leftOut sentences about what was asked for and cannot be measured here
 */
public record Plan(List<Part> parts, List<String> leftOut) {
    private static final int VIRTUAL_THREADS = 21;

    /** Copies the lists. */
    public Plan {
        parts = List.copyOf(parts);
        leftOut = List.copyOf(leftOut);
    }

    /**
     * Makes a plan.
     *
     * @param selection suites with the pieces that are wanted of them
     * @param only what the label of a step must contain
     * @param java feature version of the virtual machines that are measured
     */
    public static Plan of(List<Suite> selection, Profile profile, Catalog catalog, Pattern only, int java) {
        List<Part> parts = new ArrayList<>();
        Set<String> leftOut = new LinkedHashSet<>();
        for (Suite suite : selection) {
            for (Piece piece : suite.pieces()) {
                Map<String, List<Work>> groups = works(piece, profile, catalog);
                if (groups.isEmpty()) {
                    leftOut.add(suite.name() + ": this build has no benchmark for it: piece=" + piece.name());
                }
                int rounds = piece instanceof DriverPiece driver && !driver.rounds() ? 1 : profile.forks();
                groups.forEach((name, all) -> {
                    List<Work> works = all.stream()
                            .filter(work -> only.matcher(work.label()).find())
                            .filter(work -> java >= VIRTUAL_THREADS || !isVirtual(work))
                            .toList();
                    if (works.size() < all.size() && all.stream().anyMatch(Plan::isVirtual) && java < VIRTUAL_THREADS) {
                        leftOut.add(suite.name() + ": virtual threads need Java 21 or later: java=" + java);
                    }
                    if (!works.isEmpty()) {
                        parts.add(new Part(suite.name(), suite.name() + "-" + name, works, rounds));
                    }
                });
            }
        }
        return new Plan(parts, List.copyOf(leftOut));
    }

    /** How long all of it takes, roughly. */
    public double seconds() {
        return parts.stream().mapToDouble(Part::seconds).sum();
    }

    /** Number of forks and starts. */
    public int steps() {
        return parts.stream()
                .mapToInt(part -> part.works().size() * part.rounds())
                .sum();
    }

    /** What shows the noise of the machine: the first cell of ours, or of anybody if there is none. */
    public Optional<Cell> noiseCell() {
        List<Cell> cells = parts.stream()
                .flatMap(part -> part.works().stream())
                .filter(Cell.class::isInstance)
                .map(Cell.class::cast)
                .toList();
        return cells.stream()
                .filter(cell -> cell.method().startsWith("troupe"))
                .findFirst()
                .or(() -> cells.stream().findFirst());
    }

    private static Map<String, List<Work>> works(Piece piece, Profile profile, Catalog catalog) {
        Map<String, List<Work>> groups = new LinkedHashMap<>();
        if (piece instanceof JmhPiece jmh) {
            for (Cell cell : catalog.cells(jmh, profile, jmh.batchMillis())) {
                groups.computeIfAbsent(cell.group(), key -> new ArrayList<>()).add(cell);
            }
        } else if (piece instanceof DriverPiece driver) {
            groups.put(piece.name(), List.copyOf(driver.starts().apply(profile)));
        }
        return groups;
    }

    private static boolean isVirtual(Work work) {
        if (work instanceof Cell cell) {
            return cell.method().toLowerCase(Locale.ROOT).contains("virtual")
                    || "virtual".equals(cell.params().get(Cell.DISPATCHER));
        }
        return work.label().toLowerCase(Locale.ROOT).contains("virtual");
    }
}
