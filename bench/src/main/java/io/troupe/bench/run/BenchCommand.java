// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run;

import io.troupe.bench.harness.Extras;
import io.troupe.bench.harness.Tool;
import io.troupe.bench.process.BenchLock;
import io.troupe.bench.run.plan.BenchException;
import io.troupe.bench.run.plan.Catalog;
import io.troupe.bench.run.plan.Part;
import io.troupe.bench.run.plan.Plan;
import io.troupe.bench.run.plan.Profile;
import io.troupe.bench.run.plan.Suite;
import io.troupe.bench.run.plan.Suites;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code troupe bench}: exit code 0, 1 if a measurement failed, 2 if the command line cannot be used. */
@Command(
        name = "troupe bench",
        description = "Measures Troupe beside its peers, and reports. Without suites: all of them.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  troupe bench                                 all suites, seconds each: shows that everything runs",
            "  troupe bench --profile full --yes            all suites, a night long",
            "  troupe bench tell pi --out tell-and-pi",
            "  troupe bench report tell-and-pi         also after Ctrl-C"
        })
public final class BenchCommand implements Callable<Integer> {
    private static final double ASK_FROM_SECONDS = 1800;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Parameters(paramLabel = "SUITE", description = "Suites or pieces of them, see --list.")
    private List<String> suites = new ArrayList<>();

    @Option(
            names = "--profile",
            description = "quick: minutes, no figures to quote; full: five forks, a night (default: ${DEFAULT-VALUE}).")
    private String profile = Profile.QUICK.name();

    @Option(names = "--out", paramLabel = "DIR", description = "New folder (default: bench-results/DATE-PROFILE).")
    private @Nullable Path out;

    @Option(names = "--list", description = "Show suites, pieces and their time, and measure nothing.")
    private boolean list;

    @Option(names = "--json", description = "Print run.json, or the list as JSON, and nothing else on standard output.")
    private boolean json;

    @Option(names = "--yes", description = "Do not ask before a long run.")
    private boolean yes;

    @Option(names = "--only", paramLabel = "REGEX", description = "Only what --list --json shows with such a label.")
    private String only = "";

    @Option(
            names = "--prof",
            paramLabel = "PROFILER",
            description = "JMH profiler beside gc, such as async; may be repeated.")
    private List<String> profilers = new ArrayList<>();

    @Option(names = "--forks", paramLabel = "N", description = "Rounds, other than the profile has.")
    private @Nullable Integer forks;

    @Option(names = "--time", paramLabel = "MS", description = "Length of an iteration, other than the profile has.")
    private @Nullable Integer time;

    @Option(
            names = "--in-process",
            description = "Run JMH's benchmarks in this virtual machine, one after the other: fastest, but no figures.")
    private boolean inProcess;

    @Option(
            names = "--limit",
            paramLabel = "SECONDS",
            description = "Stop a step after that long (default: ten times " + "what it should take, 120 at least).")
    private @Nullable Double limit;

    @Option(names = "--no-noise", description = "Leave out the run of one system against itself.")
    private boolean withoutNoise;

    private BenchCommand() {}

    /** Runs the command and exits with its code. */
    public static void main(String[] args) {
        int code = commandLine().execute(args);
        System.exit(Tool.written(code, "troupe bench"));
    }

    static CommandLine commandLine() {
        CommandLine command = new CommandLine(new BenchCommand());
        command.addSubcommand(new CompareCommand());
        command.addSubcommand(new EnvCommand());
        command.addSubcommand(new ReportCommand());
        return command.setParameterExceptionHandler(BenchCommand::onUsageError)
                .setExecutionExceptionHandler(BenchCommand::onFailure);
    }

    @Override
    public Integer call() throws IOException {
        aboveZero("forks", forks);
        aboveZero("time", time);
        aboveZero("limit", limit);
        Profile named = Profile.named(profile).with(forks == null ? 0 : forks, time == null ? 0 : time);
        Profile chosen = inProcess ? named.asInProcess() : named;
        List<Suite> selection = Suites.named(suites);
        Catalog catalog = Catalog.ofClassPath();
        Plan plan =
                Plan.of(selection, chosen, catalog, pattern(), Runtime.version().feature());
        if (list) {
            PrintWriter writer = spec.commandLine().getOut();
            writer.print(json ? Listing.json(plan) : Listing.text(selection, plan, chosen));
            writer.flush();
            return 0;
        }
        if (plan.parts().isEmpty()) {
            plan.leftOut().forEach(spec.commandLine().getErr()::println);
            throw BenchException.wrong("there must be something to measure: suites=" + suites + ", only=" + only);
        }
        return measure(plan, chosen);
    }

    private int measure(Plan plan, Profile chosen) throws IOException {
        Set<String> all = new LinkedHashSet<>(profilers);
        all.addAll(List.of("gc", Extras.class.getName()));
        JmhFork jmh = new JmhFork(chosen, List.copyOf(all));
        List<Part> noise = withoutNoise
                ? List.of()
                : plan.noiseCell()
                        .map(cell -> Noise.parts(cell, chosen.forks()))
                        .orElse(List.of());
        double seconds =
                plan.seconds() + noise.stream().mapToDouble(Part::seconds).sum();
        if (!confirmed(seconds)) {
            return 0;
        }
        BenchLock lock = lock();
        try {
            return locked(plan, chosen, jmh, noise, seconds);
        } finally {
            lock.close();
        }
    }

    @SuppressWarnings("ClosingStandardOutputStreams") // the bar ends, the stream it is drawn on does not
    private int locked(Plan plan, Profile chosen, JmhFork jmh, List<Part> noise, double seconds) throws IOException {
        Folder folder = Folder.prepare(out == null ? standard() : out);
        int steps = plan.steps() + noise.stream().mapToInt(Part::rounds).sum();
        boolean terminal = Boolean.getBoolean("troupe.terminal.err");
        boolean good;
        try (Limit limits = new Limit(limit == null ? 0 : limit);
                Progress progress = new Progress(System.err, terminal, steps, seconds, System::nanoTime)) {
            RunRecord record = new RunRecord(folder, chosen, plan);
            Session session = new Session(plan, folder, record, jmh, limits, progress);
            Thread hook = new Thread(() -> interrupted(session, progress, folder), "bench-interrupt");
            Runtime.getRuntime().addShutdownHook(hook);
            good = session.run(RunReport.surroundings(), noise);
        }
        report(folder);
        return good ? 0 : 1;
    }

    private void report(Folder folder) throws IOException {
        String text = RunReport.report(folder);
        PrintWriter writer = spec.commandLine().getOut();
        if (json) {
            writer.print(Files.readString(folder.record()));
        } else {
            writer.print(text);
            writer.println("Everything is in " + folder.path());
        }
        writer.flush();
    }

    private static void interrupted(Session session, Progress progress, Folder folder) {
        if (session.interrupt()) {
            progress.close();
            String words = Files.isRegularFile(folder.record())
                    ? "what was measured is kept, see it with: troupe bench report "
                    : "the folder of the run has gone: out=";
            progress.say("interrupted; " + words + folder.path());
        }
    }

    /** JMH's own lock is ours for the whole run, so that nothing else can begin between two forks. */
    private static BenchLock lock() throws IOException {
        try {
            BenchLock lock = BenchLock.take();
            System.setProperty("jmh.ignoreLock", "true");
            return lock;
        } catch (IllegalStateException e) {
            throw BenchException.failed(String.valueOf(e.getMessage()));
        }
    }

    private static void aboveZero(String name, @Nullable Number value) {
        if (value != null && !(value.doubleValue() > 0)) {
            throw BenchException.wrong(name + " must be above 0: " + name + "=" + value);
        }
    }

    private Pattern pattern() {
        try {
            return Pattern.compile(only);
        } catch (PatternSyntaxException e) {
            throw BenchException.wrong(
                    "only must be a regular expression: only=" + only + ", reason=" + e.getDescription());
        }
    }

    private Path standard() {
        String date =
                DateTimeFormatter.ofPattern("yyyy-MM-dd-HHmmss").format(LocalDateTime.now(ZoneId.systemDefault()));
        return Path.of("bench-results", date + "-" + profile);
    }

    private boolean confirmed(double seconds) throws IOException {
        if (yes || seconds < ASK_FROM_SECONDS || !Boolean.getBoolean("troupe.terminal.in")) {
            return true;
        }
        PrintWriter writer = spec.commandLine().getErr();
        writer.print("This takes about " + Progress.span(seconds) + ". Go on? [y/N] ");
        writer.flush();
        // The rest of the input is nobody's: the stream stays open, and what a buffer holds of it may get lost.
        String answer = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset())).readLine();
        return answer != null && answer.strip().equalsIgnoreCase("y");
    }

    private static int onUsageError(ParameterException error, String[] args) {
        CommandLine command = error.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        command.getErr().println(name + ": " + error.getMessage() + " (try '" + name + " --help')");
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }

    /** What the user has to know, and a disk that is full or gone; the rest are mistakes in here. */
    private static int onFailure(Exception failure, CommandLine command, ParseResult parsed) throws Exception {
        String name = command.getCommandSpec().qualifiedName();
        if (failure instanceof BenchException known) {
            command.getErr().println(name + ": " + known.getMessage());
            return known.code();
        }
        Throwable cause = failure instanceof UncheckedIOException ? failure.getCause() : failure;
        if (cause instanceof IOException) {
            String words = ": file cannot be read or written (is the disk full, or the folder gone?): ";
            command.getErr().println(name + words + cause);
            return 1;
        }
        throw failure;
    }
}
