// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.cluster;

import io.troupe.bench.harness.Arguments;
import io.troupe.bench.harness.Tool;
import io.troupe.bench.results.RawFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Writes the figures of a run into a page. {@code --help} says how to call it. */
public final class FiguresMain {
    private static final String HELP = "Writes the figures of the suite cluster into a page, between its two marks."
            + "\n  --results  results.json of a run of ./troupe bench cluster"
            + "\n  --page     the page";
    private static final Map<String, String> DEFAULTS =
            Map.of("results", "bench-results/results.json", "page", "docs/cluster-figures.md");

    private FiguresMain() {}

    /** Reads and writes. */
    public static void main(String[] args) {
        tool().start(args);
    }

    /** The program, for its start and for tests. */
    public static Tool tool() {
        return new Tool(FiguresMain.class, HELP, DEFAULTS, FiguresMain::read);
    }

    private static Tool.Work read(Arguments arguments) {
        Path page = Path.of(arguments.text("page"));
        Path results = Path.of(arguments.text("results"));
        for (Path file : new Path[] {results, page}) {
            if (!Files.isRegularFile(file)) {
                throw new IllegalArgumentException("file must be there: file=" + file);
            }
        }
        return () -> write(results, page);
    }

    private static int write(Path results, Path page) throws IOException {
        Files.writeString(page, new FigureTable(RawFiles.read(results)).into(Files.readString(page)));
        return 0;
    }
}
