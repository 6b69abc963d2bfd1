// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.line;

import io.troupe.core.ActorSystem;
import io.troupe.core.line.LineStats;
import io.troupe.examples.cli.DispatcherKind;
import io.troupe.examples.cli.Interrupt;
import io.troupe.examples.cli.Json;
import io.troupe.examples.cli.Rules;
import io.troupe.examples.cli.Terminal;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code troupe line}. */
@Command(
        name = "line",
        description =
                "Sends elements through an assembly line: stages around one ring of slots, on the workers of an actor"
                        + " system.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  troupe line",
            "  troupe line --stages 5 --apart",
            "  troupe line --elements 10000000 --capacity 256 --dispatcher stealing",
            "  troupe line --stages 3 --json"
        })
public final class LineCommand implements Callable<Integer> {
    private static final int MOST_STAGES = 1_000;
    private static final int LARGEST_RING = 1 << 24;
    private static final int LONGEST_NAME = 60;
    private static final int CELLS_OF_BAR = 32;

    @Option(
            names = "--elements",
            paramLabel = "N",
            description = "Elements to send through (default: ${DEFAULT-VALUE}).")
    private long elements = 1_000_000;

    @Option(names = "--stages", paramLabel = "N", description = "Stages of the line (default: ${DEFAULT-VALUE}).")
    private int stages = 3;

    @Option(
            names = "--capacity",
            paramLabel = "N",
            description = "Slots of the ring, a power of 2 (default: ${DEFAULT-VALUE}).")
    private int capacity = 1024;

    @Option(names = "--apart", description = "Give each stage a cell of its own instead of running all in one go.")
    private boolean apart;

    @Option(names = "--workers", paramLabel = "N", description = "Threads for the stages (default: ${DEFAULT-VALUE}).")
    private int workers = 2;

    @Option(
            names = "--dispatcher",
            paramLabel = "KIND",
            description = "What runs the stages: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private DispatcherKind dispatcher = DispatcherKind.DEDICATED;

    @Option(names = "--json", description = "Print one JSON object and nothing else.")
    private boolean json;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    /** For picocli. */
    public LineCommand() {}

    /** The output of {@code --json}. */
    record Result(long elements, int stages, long lost, double nanosPerElement) {}

    @Override
    public Integer call() throws InterruptedException {
        Rules rules = new Rules(spec);
        rules.atLeast(1, "elements", elements);
        rules.atLeast(1, "stages", stages);
        rules.atMost(MOST_STAGES, "stages", stages);
        if (capacity < 2 || capacity > LARGEST_RING || Integer.bitCount(capacity) != 1) {
            throw rules.broken("capacity must be a power of 2, from 2 to " + LARGEST_RING + ": capacity=" + capacity);
        }
        try (ActorSystem system = ActorSystem.builder()
                .name("line")
                .dispatcher(rules.dispatcher(dispatcher, "line", workers))
                .start()) {
            Assembly assembly = new Assembly(system, stages, capacity, apart);
            PartBar bar = new PartBar(
                    elements, spec.commandLine().getErr(), Terminal.current().err(), System.nanoTime());
            long start = System.nanoTime();
            double nanos = Interrupt.untilResult(spec, () -> {
                assembly.run(elements, published -> bar.done(published, System.nanoTime()));
                return System.nanoTime() - start;
            });
            bar.clear();
            Result result = new Result(elements, stages, elements - assembly.complete(), nanos / elements);
            print(result, nanos, assembly.stats());
            return result.lost() == 0 ? 0 : 1;
        }
    }

    private void print(Result result, double nanos, LineStats stats) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(Json.line(result));
            return;
        }
        out.printf(Locale.ROOT, "elements  %,d, %,d lost%n", result.elements(), result.lost());
        out.printf(
                Locale.ROOT,
                "stages    %d in %s%n",
                stages,
                stats.stages().size() == 1 ? "one cell" : stats.stages().size() + " cells");
        out.printf(Locale.ROOT, "time      %.0f ms, %.1f ns per element%n", nanos / 1e6, result.nanosPerElement());
        out.printf(Locale.ROOT, "ran on    %d workers, %s dispatcher%n", workers, dispatcher);
        for (LineStats.StageStats stage : stats.stages()) {
            out.println(picture(stage, stats.accepted(), capacity));
        }
        out.flush();
    }

    /** A cell, and how much of the ring it has taken at a time, on the average. */
    static String picture(LineStats.StageStats stage, long elements, int capacity) {
        double perBatch = (double) elements / Math.max(1, stage.batches());
        // logarithmic: one element is one cell of the bar, a full ring is all of it
        int full = 1 + (int) Math.round((CELLS_OF_BAR - 1) * Math.log(Math.max(1, perBatch)) / Math.log(capacity));
        int shown = Math.min(CELLS_OF_BAR, full);
        return String.format(
                Locale.ROOT,
                "[%s%s] %,.1f elements at a time  %s",
                "#".repeat(shown),
                "-".repeat(CELLS_OF_BAR - shown),
                perBatch,
                shortened(stage.name()));
    }

    /** Many stages in one cell have a long name. */
    private static String shortened(String name) {
        return name.length() <= LONGEST_NAME
                ? name
                : name.substring(0, name.indexOf('+') + 1) + "…" + name.substring(name.lastIndexOf('+'));
    }
}
