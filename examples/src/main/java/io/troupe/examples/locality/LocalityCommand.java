// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.locality;

import io.troupe.examples.chart.BarChart;
import io.troupe.examples.cli.DispatcherKind;
import io.troupe.examples.cli.Interrupt;
import io.troupe.examples.cli.Json;
import io.troupe.examples.cli.Progress;
import io.troupe.examples.cli.Rules;
import io.troupe.examples.cli.Terminal;
import io.troupe.examples.locality.Experiment.Setup;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code troupe locality}. */
@Command(
        name = "locality",
        description = {
            "Measures what it costs when actors meet their state on another thread than last time.",
            "Each actor owns some memory; a message reads and writes it at random places, and the next message of an actor is"
                    + " sent when the previous one is done. Prints nanoseconds per message, all workers together, and the"
                    + " longest time that any actor waited for its next message."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  troupe locality",
            "  troupe locality --actors 240 --bytes 64,2000 --dispatchers dedicated,stealing",
            "  troupe locality --variant map --driver other --plot locality.svg",
            "  TROUPE_JAVA_OPTS=-Xmx6g troupe locality --actors 8000 --bytes 320000 --json"
        })
public final class LocalityCommand implements Callable<Integer> {
    private static final long MAX_MESSAGES = 1_000_000_000;
    private static final int MAX_ACCESSES = 1_000_000;
    private static final String ENLARGE = "; TROUPE_JAVA_OPTS=-Xmx6g makes it larger";

    @Option(
            names = "--actors",
            paramLabel = "N",
            split = ",",
            description = "Numbers of actors (default: ${DEFAULT-VALUE}).",
            defaultValue = "24,240,8000")
    private List<Integer> actors = List.of();

    @Option(
            names = "--bytes",
            paramLabel = "N",
            split = ",",
            description = "Sizes of an actor's memory (default: ${DEFAULT-VALUE}).",
            defaultValue = "64,32000,320000")
    private List<Integer> bytes = List.of();

    @Option(names = "--workers", paramLabel = "N", description = "Threads for the actors (default: ${DEFAULT-VALUE}).")
    private int workers = 2;

    @Option(
            names = "--accesses",
            paramLabel = "N",
            description = "Reads and writes per message (default: ${DEFAULT-VALUE}).")
    private int accesses = 100;

    @Option(
            names = "--messages",
            paramLabel = "N",
            description =
                    "Messages of all actors per measurement; every actor gets the same number, at least one (default:"
                            + " ${DEFAULT-VALUE}).")
    private long messages = 200_000;

    @Option(
            names = "--dispatchers",
            paramLabel = "KIND",
            split = ",",
            description = "What runs the actors: ${COMPLETION-CANDIDATES} (default: all but virtual).")
    private Set<DispatcherKind> dispatchers = new LinkedHashSet<>();

    @Option(
            names = "--variant",
            paramLabel = "KIND",
            description =
                    "What the memory is: ${COMPLETION-CANDIDATES}; a map has an entry for 64 bytes, and its accesses"
                            + " allocate (default: ${DEFAULT-VALUE}).")
    private Memory.Variant variant = Memory.Variant.ARRAY;

    @Option(
            names = "--driver",
            paramLabel = "WHO",
            description =
                    "Who sends an actor its next message: ${COMPLETION-CANDIDATES}; other is an actor that was told"
                            + " about the previous one (default: ${DEFAULT-VALUE}).")
    private Driving driver = Driving.SELF;

    @Option(names = "--json", description = "Print one JSON array and nothing else.")
    private boolean json;

    @Option(names = "--plot", paramLabel = "FILE", description = "Draw the times as an SVG picture.")
    private @Nullable Path plot;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    /** For picocli. */
    public LocalityCommand() {}

    /** The sender of the next message. */
    enum Driving {
        /** The actor itself. */
        SELF,
        /** Another actor. */
        OTHER;

        /** As it is written on the command line. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Rules rules = new Rules(spec);
        check(rules);
        Collection<DispatcherKind> kinds =
                dispatchers.isEmpty() ? EnumSet.complementOf(EnumSet.of(DispatcherKind.VIRTUAL)) : dispatchers;
        List<Row> rows = rows(rules);
        Setup setup = new Setup(accesses, messages, driver == Driving.SELF);
        Progress progress =
                new Progress(spec.commandLine().getErr(), Terminal.current().err(), (rows.size() + 1) * kinds.size());
        Grid grid = new Grid(setup, variant, kind -> rules.dispatcher(kind, "locality", workers), progress);
        List<Figure> figures = json
                ? Interrupt.untilResult(spec, () -> measure(grid, rows, kinds, progress))
                : Interrupt.untilLastResult(spec, () -> measure(grid, rows, kinds, progress));
        if (json) {
            print(Json.array(figures));
        }
        if (plot != null) {
            List<String> names =
                    figures.stream().map(Figure::dispatcher).distinct().toList();
            List<BarChart.Group> groups = new ArrayList<>();
            for (int i = 0; i < rows.size(); i++) {
                groups.add(new BarChart.Group(
                        List.of(
                                String.format(
                                        Locale.ROOT, "%,d actors", rows.get(i).actors()),
                                String.format(
                                        Locale.ROOT, "× %,d bytes", rows.get(i).bytes())),
                        figures.subList(i * names.size(), (i + 1) * names.size()).stream()
                                .map(Figure::nanosPerMessage)
                                .toList()));
            }
            Files.writeString(plot, BarChart.svg(title(), "ns per message", names, groups));
        }
        return 0;
    }

    /** Without JSON each row is printed when it is there. */
    private List<Figure> measure(Grid grid, List<Row> rows, Collection<DispatcherKind> kinds, Progress progress) {
        grid.warmUp(kinds);
        progress.clear();
        List<Figure> figures = new ArrayList<>();
        if (!json) {
            print("ns: per message, all workers together; wait: longest of any actor for its next message");
            print(title());
            Table.head(kinds).forEach(this::print);
        }
        for (Row row : rows) {
            List<Figure> found = grid.measure(row, kinds);
            figures.addAll(found);
            progress.clear();
            if (!json) {
                print(Table.line(row, found));
            }
        }
        return figures;
    }

    private void check(Rules rules) {
        if (actors.isEmpty() || bytes.isEmpty()) { // a comma alone
            throw rules.broken("actors and bytes must have a number: actors=" + actors + ", bytes=" + bytes);
        }
        actors.forEach(count -> rules.atLeast(1, "actors", count));
        bytes.forEach(size -> rules.atLeast(Integer.BYTES, "bytes", size));
        rules.workers(workers);
        rules.atLeast(1, "accesses", accesses);
        rules.atMost(MAX_ACCESSES, "accesses", accesses);
        rules.atLeast(1, "messages", messages);
        rules.atMost(MAX_MESSAGES, "messages", messages);
        if (plot != null) {
            rules.writable("plot", plot);
        }
    }

    /** The rows whose memory fits into the heap; the others are named on stderr. */
    private List<Row> rows(Rules rules) {
        long heap = Runtime.getRuntime().maxMemory();
        Map<Boolean, List<Row>> rows =
                Row.all(actors, bytes).stream().collect(Collectors.partitioningBy(row -> row.fits(heap)));
        List<Row> fitting = rows.getOrDefault(true, List.of());
        if (fitting.isEmpty()) {
            throw rules.broken("actors times bytes must fit into 70 % of the heap: actors=" + actors + ", bytes="
                    + bytes + ", heap=" + heap + ENLARGE);
        }
        PrintWriter err = spec.commandLine().getErr();
        rows.getOrDefault(false, List.of())
                .forEach(row -> err.println("troupe locality: left out, needs too much heap: " + row + ENLARGE));
        return fitting;
    }

    private String title() {
        return String.format(
                Locale.ROOT,
                "%,d accesses per message (%s), next message by %s, %d workers",
                accesses,
                variant,
                driver == Driving.SELF ? "the actor itself" : "a driver",
                workers);
    }

    /** One line, visible at once: a row can take seconds. */
    private void print(String line) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(line);
        out.flush();
    }
}
