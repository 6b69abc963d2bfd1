// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.simulate;

import io.troupe.examples.cli.Interrupt;
import io.troupe.examples.cli.Json;
import io.troupe.examples.cli.Rules;
import io.troupe.testkit.diagram.Diagram;
import io.troupe.testkit.schedule.Departure;
import io.troupe.testkit.schedule.Realism;
import io.troupe.testkit.schedule.ScheduleFailure;
import io.troupe.testkit.schedule.ScheduleReport;
import io.troupe.testkit.schedule.Schedules;
import io.troupe.testkit.schedule.SimEvent;
import io.troupe.testkit.schedule.Strategy;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code troupe simulate}. */
@Command(
        name = "simulate",
        description = {
            "Runs a small program under many schedules: which message arrives first, whose turn is next, and whether a timer"
                    + " fires before. All of it happens in one thread, from one seed, and no real time passes.",
            "The programs: philosophers at a table, a lock with leases, a register on three replicas.",
            "The first schedule that fails is made small, told in words, and written to a file in target/simulation below"
                    + " the current directory. --replay runs such a file again."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the program holds under every schedule that was run",
            "1:a schedule failed",
            "2:wrong command line, or not a schedule file of this program"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  troupe simulate lease",
            "  troupe simulate lease --broken --svg lease.svg",
            "  troupe simulate lease --broken --replay lease.schedule",
            "  troupe simulate register --broken --schedules 10000 --strategy partial-order",
            "  troupe simulate philosophers --schedules 100000 --seed 1000000 --json"
        })
public final class SimulateCommand implements Callable<Integer> {
    private static final Path FOLDER = Path.of("target", "simulation");
    private static final int USUAL_SCHEDULES = 1000;
    private static final double NANOS = 1e9;
    private static final String WAITS = "waits: ";

    /** The word above, key, rank and name, which has spaces. */
    private static final int WAIT_WORDS = 4;

    @Parameters(paramLabel = "PROGRAM", description = "What to run: ${COMPLETION-CANDIDATES}.")
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private SimulatedProgram program;

    @Option(names = "--schedules", paramLabel = "N", description = "Number of schedules (default: 1000).")
    private @Nullable Integer schedules;

    @Option(
            names = "--strategy",
            paramLabel = "NAME",
            description =
                    "What picks the next event: ${COMPLETION-CANDIDATES} (default: portfolio, which takes the others in"
                            + " turns).")
    private @Nullable StrategyKind strategy;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Seed of the first schedule; the others have the following ones (default: 0).")
    private @Nullable Long seed;

    @Option(names = "--replay", paramLabel = "FILE", description = "Run the schedule of this file, and no other.")
    private @Nullable Path replay;

    @Option(
            names = "--broken",
            description =
                    "Run the wrong variant: leases without tokens, reads that do not write back, philosophers who all"
                            + " take the left fork first.")
    private boolean broken;

    @Option(
            names = "--svg",
            paramLabel = "FILE",
            description = "Draw the failing schedule, made small, as a sequence diagram.")
    private @Nullable Path svg;

    @Option(names = "--json", description = "Print one JSON object and nothing else.")
    private boolean json;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    /** For picocli. */
    public SimulateCommand() {}

    /**
     * The output of {@code --json}.
     *
     * @param schedules that were run
     * @param failures how many of them failed
     * @param hash of all their events
     * @param smallest number of events that must wait for the first failure to show itself; null if there is none, or if it
     *     could not be made small
     * @param seed of the first schedule that failed; null if none did
     * @param file with the small schedule, for {@code --replay}; null if there is none
     */
    record Result(
            long schedules,
            long failures,
            String hash,
            @Nullable Integer smallest,
            @Nullable Long seed,
            @Nullable String file,
            double schedulesPerSecond) {}

    @Override
    public Integer call() throws InterruptedException {
        Rules rules = new Rules(spec);
        rules.notBoth("replay", replay, "schedules", schedules);
        rules.notBoth("replay", replay, "strategy", strategy);
        rules.notBoth("replay", replay, "seed", seed);
        rules.notBoth("replay", replay, "json", json ? true : null);
        if (schedules != null) {
            rules.atLeast(1, "schedules", schedules);
        }
        if (svg != null) {
            rules.writable("svg", svg);
        }
        try {
            return replay == null ? search() : replay(rules, replay);
        } catch (UncheckedIOException e) {
            throw rules.broken(e);
        }
    }

    // ---- many schedules ------------------------------------------------------------------------------------------

    private Schedules named(int count) {
        return Schedules.of(count).named(program.variant(broken)).writingTo(FOLDER);
    }

    private int search() throws InterruptedException {
        int count = Objects.requireNonNullElse(schedules, USUAL_SCHEDULES);
        long first = Objects.requireNonNullElse(seed, 0L);
        ScheduleBar bar = new ScheduleBar(count, spec.commandLine().getErr());
        Trials trials = new Trials(program, broken, first, bar);
        ScheduleReport report = Interrupt.untilResult(spec, () -> named(count)
                .from(first)
                .strategy(strategy())
                .countingFailures()
                .run(trials));
        trials.end();
        bar.clear();
        Result result = result(report, trials);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(Json.line(result));
        } else {
            print(out, result);
        }
        ScheduleFailure failure = report.first();
        if (failure != null) {
            boolean drawn = draw(failure);
            if (!json) {
                explain(out, failure, drawn);
            }
        }
        out.flush();
        return failure == null ? 0 : 1;
    }

    private Strategy strategy() {
        StrategyKind kind = Objects.requireNonNullElse(strategy, StrategyKind.PORTFOLIO);
        return kind.strategy(kind == StrategyKind.PRIORITIES ? length() : 1);
    }

    /** Events of a run in which each happens when it becomes possible. */
    private long length() {
        ScheduleReport one = Schedules.of(1)
                .strategy(new Strategy.FirstCome())
                .realism(Realism.FLIGHTS_AND_TIME)
                .run(new Trials(program, broken, 0, done -> {}));
        return Math.max(1, one.events());
    }

    private static Result result(ScheduleReport report, Trials trials) {
        ScheduleFailure failure = report.first();
        List<Departure> departures = failure == null ? null : failure.departures();
        return new Result(
                report.schedules(),
                report.failures(),
                String.format(Locale.ROOT, "%016x", trials.hash()),
                departures == null ? null : departures.size(),
                failure == null ? null : failure.seed(),
                failure == null || failure.file() == null
                        ? null
                        : failure.file().toString(),
                Math.round(report.schedules() / (trials.nanos() / NANOS)));
    }

    private void print(PrintWriter out, Result result) {
        out.printf(Locale.ROOT, "program    %s%n", program + (broken ? ", the wrong variant" : ""));
        out.printf(Locale.ROOT, "schedules  %,d, failed %,d%n", result.schedules(), result.failures());
        out.printf(Locale.ROOT, "hash       %s%n", result.hash());
        out.printf(Locale.ROOT, "speed      %,.0f schedules/s%n", result.schedulesPerSecond());
    }

    // ---- a failing schedule --------------------------------------------------------------------------------------

    private void explain(PrintWriter out, ScheduleFailure failure, boolean drawn) {
        Strategy used = failure.strategy();
        Strategy of = used instanceof Strategy.Portfolio portfolio ? portfolio.of(failure.seed()) : used;
        out.println();
        out.println("failed     " + message(failure.cause()));
        out.printf(
                Locale.ROOT,
                "first      seed %d, strategy %s, %,d events, hash %016x%n",
                failure.seed(),
                of,
                failure.events(),
                failure.hash());
        String title = "why        ";
        for (String sentence : failure.words()) {
            out.println(title + sentence);
            title = "           ";
        }
        if (failure.file() != null) {
            out.println("file       " + failure.file());
            out.println("again      troupe simulate " + program + (broken ? " --broken" : "") + " --replay "
                    + failure.file());
        }
        if (drawn) {
            out.println("picture    " + svg);
        }
    }

    /** Further lines stand below the first. */
    private static String message(Throwable cause) {
        String text = cause instanceof AssertionError ? String.valueOf(cause.getMessage()) : cause.toString();
        return text.strip().replaceAll("\\R", System.lineSeparator() + "           ");
    }

    /** Draws a failure if that is wanted: the small run, which is run again, or else the long one. */
    private boolean draw(ScheduleFailure failure) {
        if (svg == null) {
            return false;
        }
        List<Departure> departures = failure.departures();
        if (failure.file() == null || departures == null) {
            Diagram.of(failure).write(svg);
            return true;
        }
        Trials again = new Trials(program, broken, failure.seed(), done -> {});
        repeat(failure.file(), again);
        draw(
                svg,
                "seed " + failure.seed(),
                failure.cause(),
                departures.stream().map(Departure::name).toList(),
                again);
        return true;
    }

    private void draw(Path file, String title, @Nullable Throwable cause, List<String> departures, Trials trials) {
        List<SimEvent> events = trials.events();
        Diagram diagram = new Diagram(events)
                .title(program.variant(broken) + ", " + title)
                .departures(departures)
                .operations(trials.operations());
        if (cause != null) {
            String rule = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
            diagram.violation(events.get(events.size() - 1).number(), rule);
        }
        diagram.write(file);
    }

    // ---- a schedule file -----------------------------------------------------------------------------------------

    /** Runs the schedule of a file; returns what it fails with, or null. */
    private @Nullable Throwable repeat(Path file, Trials trials) {
        try {
            named(1).replay(file, trials);
            return null;
        } catch (AssertionError e) {
            return Objects.requireNonNullElse(e.getCause(), e);
        }
    }

    private int replay(Rules rules, Path file) {
        Trials trials = new Trials(program, broken, 0, done -> {});
        Throwable failed;
        try {
            failed = repeat(file, trials);
        } catch (IllegalArgumentException | IllegalStateException e) { // not a schedule, or not of this program
            throw rules.broken(e);
        }
        PrintWriter out = spec.commandLine().getOut();
        out.printf(Locale.ROOT, "program    %s%n", program + (broken ? ", the wrong variant" : ""));
        out.printf(Locale.ROOT, "events     %,d%n", trials.events().size());
        List<String> departures = departures(file);
        departures.forEach(name -> out.println("waits      " + name));
        out.println(failed == null ? "holds" : "failed     " + message(failed));
        if (svg != null) {
            draw(svg, String.valueOf(file.getFileName()), failed, departures, trials);
            out.println("picture    " + svg);
        }
        out.flush();
        return failed == null ? 0 : 1;
    }

    /** Names of the events that wait in a schedule file. */
    private static List<String> departures(Path file) {
        try {
            return Files.readAllLines(file).stream()
                    .filter(line -> line.startsWith(WAITS))
                    .map(line -> line.split(" ", WAIT_WORDS)[WAIT_WORDS - 1])
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("a schedule must be a file that can be read: file=" + file, e);
        }
    }
}
