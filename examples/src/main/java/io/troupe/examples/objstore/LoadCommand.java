// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore;

import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.error.RemoteFailedException;
import io.troupe.examples.chart.BarChart;
import io.troupe.examples.cli.Interrupt;
import io.troupe.examples.cli.Json;
import io.troupe.examples.cli.Progress;
import io.troupe.examples.cli.Rules;
import io.troupe.examples.cli.Terminal;
import io.troupe.examples.objstore.client.ClientConfig;
import io.troupe.examples.objstore.client.ObjectClient;
import io.troupe.examples.objstore.load.Catalogue;
import io.troupe.examples.objstore.load.LoadFigure;
import io.troupe.examples.objstore.load.LoadKind;
import io.troupe.examples.objstore.load.LoadRun;
import io.troupe.examples.objstore.load.Target;
import io.troupe.net.transport.Transport;
import io.troupe.net.transport.TransportConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code troupe objstore load}. */
@Command(
        name = "load",
        description = {
            "Measures how fast servers give objects: clients read all of them, again and again, and check the CRC32C of each."
                    + " A client begins the next object when it has the last one.",
            "Prints microseconds per object as one client sees it, the latency of 50 and 99 of 100 objects, and objects per"
                    + " second of all clients. Servers may be Python's, too, if they speak msgpack."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:measured", "1:a server failed, or gave a wrong object", "2:wrong command line"},
        footerHeading = "%nExamples:%n",
        footer = {
            "  troupe objstore load zeo://127.0.0.1:9100",
            "  troupe objstore load -c 1,16 --rounds 6 --bench \\",
            "      troupe=zeo://127.0.0.1:9100 python=zeo://127.0.0.1:9200",
            "  troupe objstore load -c 1 --window 16 --plot load.svg zeo://127.0.0.1:9100",
            "  troupe objstore load -c 8 --commit zeo://127.0.0.1:9100"
        })
public final class LoadCommand implements Callable<Integer> {
    private static final int MOST_CLIENTS = 1000;
    private static final int MOST_SECONDS = 60;
    private static final int MOST_ROUNDS = 100;
    private static final int MOST_WINDOW = 1000;

    @Parameters(
            paramLabel = "URL",
            arity = "1..*",
            description = "Servers, as zeo://host:port or name=zeo://host:port; measured in turn.")
    private List<String> urls = List.of();

    @Option(
            names = {"-c", "--clients"},
            paramLabel = "N",
            split = ",",
            description = "Numbers of clients (default: ${DEFAULT-VALUE}).",
            defaultValue = "1,2,4,8,16")
    private List<Integer> clients = List.of();

    @Option(
            names = "--window",
            paramLabel = "N",
            description = "Loads under way per client (default: ${DEFAULT-VALUE}).")
    private int window = 1;

    @Option(
            names = "--prefetch",
            description = "Each client first starts to read all objects, then reads them; 64 are under way.")
    private boolean prefetch;

    @Option(
            names = "--commit",
            description =
                    "Each client commits an object of its own, with an id above 2^40, instead of reading. Writes!")
    private boolean commit;

    @Option(
            names = "--fs",
            paramLabel = "FILE",
            description = "Compare with the objects of this storage, not with a first reading.")
    private @Nullable Path file;

    @Option(names = "--rounds", paramLabel = "N", description = "How often all of it (default: ${DEFAULT-VALUE}).")
    private int rounds = 1;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "Time of each measurement (default: ${DEFAULT-VALUE}).")
    private double seconds = 3;

    @Option(names = "--bench", description = "Print lines of Go's benchmark format and nothing else.")
    private boolean bench;

    @Option(names = "--json", description = "Print one JSON array and nothing else.")
    private boolean json;

    @Option(names = "--plot", paramLabel = "FILE", description = "Draw the times per object as an SVG picture.")
    private @Nullable Path plot;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    /** For picocli. */
    public LoadCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        Rules rules = new Rules(spec);
        check(rules);
        List<Target> targets = targets(rules);
        Progress progress = new Progress(
                spec.commandLine().getErr(), Terminal.current().err(), rounds * clients.size() * targets.size());
        List<LoadFigure> figures;
        try {
            figures = bench
                    ? Interrupt.untilLastResult(spec, () -> measure(targets, rules, progress))
                    : Interrupt.untilResult(spec, () -> measure(targets, rules, progress));
        } catch (CallTimeoutException | RemoteFailedException | IllegalStateException | IOException e) {
            progress.clear();
            PrintWriter err = spec.commandLine().getErr();
            err.println(spec.qualifiedName() + ": " + e.getMessage());
            err.flush();
            return spec.exitCodeOnExecutionException();
        } finally {
            progress.clear();
        }
        List<LoadFigure> medians = medians(figures);
        if (json) {
            print(Json.array(figures));
        } else if (!bench) {
            table(medians);
        }
        if (plot != null) {
            Files.writeString(plot, picture(medians));
        }
        return 0;
    }

    /** For Go's benchmark format each figure is printed when it is there. */
    private List<LoadFigure> measure(List<Target> targets, Rules rules, Progress progress)
            throws IOException, InterruptedException {
        List<LoadFigure> figures = new ArrayList<>();
        try (Transport transport = Transport.ofSockets("load", TransportConfig.defaults())) {
            List<LoadRun> runs = runs(transport, targets, rules);
            for (int round = 1; round <= rounds; round++) {
                for (int count : clients) {
                    for (int i = 0; i < targets.size(); i++) {
                        progress.next(targets.get(i).name() + ", " + count + " clients, round " + round);
                        LoadFigure figure = runs.get(i).measure(count, round);
                        figures.add(figure);
                        if (bench) {
                            progress.clear();
                            print(figure.goLine());
                        }
                    }
                }
            }
            return figures;
        }
    }

    private void check(Rules rules) {
        rules.notBoth("prefetch", prefetch ? "true" : null, "commit", commit ? "true" : null);
        rules.notBoth("bench", bench ? "true" : null, "json", json ? "true" : null);
        if (clients.isEmpty()) { // a comma alone
            throw rules.broken("clients must have a number: clients=" + clients);
        }
        clients.forEach(count -> {
            rules.atLeast(1, "clients", count);
            rules.atMost(MOST_CLIENTS, "clients", count);
        });
        rules.atLeast(1, "window", window);
        rules.atMost(MOST_WINDOW, "window", window);
        rules.atLeast(1, "rounds", rounds);
        rules.atMost(MOST_ROUNDS, "rounds", rounds);
        if (!(seconds > 0 && seconds <= MOST_SECONDS)) {
            throw rules.broken("seconds must be above 0 and at most " + MOST_SECONDS + ": seconds=" + seconds);
        }
        if (plot != null) {
            rules.writable("plot", plot);
        }
        if (file != null && (!Files.isReadable(file) || Files.isDirectory(file))) {
            throw rules.broken("a storage must be a file that can be read: fs=" + file);
        }
    }

    private List<Target> targets(Rules rules) {
        try {
            return urls.stream().map(Target::parse).toList();
        } catch (IllegalArgumentException e) {
            throw rules.broken(e);
        }
    }

    private List<LoadRun> runs(Transport transport, List<Target> targets, Rules rules)
            throws IOException, InterruptedException {
        LoadKind kind = commit ? LoadKind.COMMIT : prefetch ? LoadKind.PREFETCH : LoadKind.READ;
        Duration time = Duration.ofNanos((long) (seconds * 1e9));
        List<LoadRun> runs = new ArrayList<>();
        for (Target target : targets) {
            Catalogue catalogue = commit ? new Catalogue(0, new TreeMap<>(), 0) : catalogue(transport, target);
            if (!commit && catalogue.checksums().isEmpty()) {
                throw rules.broken("a storage must have objects to read: server=" + target.name());
            }
            runs.add(new LoadRun(transport, target, catalogue, kind, window, time.dividedBy(3), time));
        }
        return runs;
    }

    private Catalogue catalogue(Transport transport, Target target) throws IOException, InterruptedException {
        if (file != null) {
            return Catalogue.of(file);
        }
        try (ObjectClient client = ObjectClient.open(transport, target.address(), ClientConfig.reading())) {
            return Catalogue.of(client);
        }
    }

    /** One figure per server and number of clients. */
    private List<LoadFigure> medians(List<LoadFigure> figures) {
        List<LoadFigure> medians = new ArrayList<>();
        int perRound = figures.size() / rounds;
        for (int i = 0; i < perRound; i++) {
            List<LoadFigure> same = new ArrayList<>();
            for (int round = 0; round < rounds; round++) {
                same.add(figures.get(round * perRound + i));
            }
            LoadFigure first = same.get(0);
            medians.add(new LoadFigure(
                    first.server(),
                    first.kind(),
                    first.clients(),
                    first.window(),
                    rounds,
                    same.stream().mapToLong(LoadFigure::objects).sum(),
                    median(same, LoadFigure::microsPerObject),
                    median(same, LoadFigure::p50Micros),
                    median(same, LoadFigure::p99Micros),
                    median(same, LoadFigure::objectsPerSecond)));
        }
        return medians;
    }

    private static double median(List<LoadFigure> figures, ToDoubleFunction<LoadFigure> value) {
        double[] sorted = figures.stream().mapToDouble(value).sorted().toArray();
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    private void table(List<LoadFigure> medians) {
        print(title());
        print(String.format(
                Locale.ROOT,
                "%-24s %8s %12s %10s %10s %12s",
                "server",
                "clients",
                "us/object",
                "p50 us",
                "p99 us",
                "objects/s"));
        medians.forEach(figure -> print(String.format(
                Locale.ROOT,
                "%-24s %8d %,12.1f %,10.1f %,10.1f %,12.0f",
                figure.server(),
                figure.clients(),
                figure.microsPerObject(),
                figure.p50Micros(),
                figure.p99Micros(),
                figure.objectsPerSecond())));
    }

    private String title() {
        String what = commit
                ? "commits of one object"
                : prefetch ? "all objects prefetched, then read" : "window " + window + ", every object checked";
        return what + (rounds == 1 ? "" : ", medians of " + rounds + " rounds");
    }

    private static String picture(List<LoadFigure> medians) {
        List<String> servers =
                medians.stream().map(LoadFigure::server).distinct().toList();
        List<BarChart.Group> groups = new ArrayList<>();
        for (int i = 0; i < medians.size(); i += servers.size()) {
            groups.add(new BarChart.Group(
                    List.of(medians.get(i).clients() + " clients"),
                    medians.subList(i, i + servers.size()).stream()
                            .map(LoadFigure::microsPerObject)
                            .toList()));
        }
        return BarChart.svg("Time per object, as one client sees it", "us per object", servers, groups);
    }

    /** One line, visible at once. */
    private void print(String line) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(line);
        out.flush();
    }
}
