// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.philosophers;

import io.troupe.core.ActorSystem;
import io.troupe.examples.cli.DispatcherKind;
import io.troupe.examples.cli.Explain;
import io.troupe.examples.cli.Interrupt;
import io.troupe.examples.cli.Json;
import io.troupe.examples.cli.Rules;
import io.troupe.examples.cli.Terminal;
import io.troupe.examples.philosophers.Philosopher.Habits;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.IntSummaryStatistics;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code troupe philosophers}. */
@Command(
        name = "philosophers",
        description = {
            "The dining philosophers: each one is an actor that thinks, takes two forks, eats and puts them back. Nobody"
                    + " blocks, so thousands share a few threads.",
            "Shows a live table on a terminal, a line per second elsewhere. Ctrl-C ends the evening early."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all could eat", "1:a deadlock, or somebody was left hungry", "2:wrong command line"},
        footerHeading = "%nExamples:%n",
        footer = {
            "  troupe philosophers",
            "  troupe philosophers --count 10000 --seconds 5",
            "  troupe philosophers --think 0 --eat 1-5 --dispatcher dedicated --workers 1",
            "  troupe philosophers --count 1000 --seconds 2 --json"
        })
public final class PhilosophersCommand implements Callable<Integer> {
    private static final Duration LIVE_INTERVAL = Duration.ofMillis(200);
    private static final Duration LINE_INTERVAL = Duration.ofSeconds(1);
    private static final Duration SLACK = Duration.ofSeconds(5);
    private static final int MAX_SECONDS = 1_000_000_000;

    @Option(names = "--count", paramLabel = "N", description = "Philosophers, and forks (default: ${DEFAULT-VALUE}).")
    private int count = 5;

    @Option(names = "--seconds", paramLabel = "N", description = "Length of the evening (default: ${DEFAULT-VALUE}).")
    private int seconds = 10;

    @Option(
            names = "--dispatcher",
            paramLabel = "KIND",
            description = "What runs the actors: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private DispatcherKind dispatcher = DispatcherKind.STEALING;

    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "Threads (default: one per processor; without effect on virtual).")
    private @Nullable Integer workers;

    @Option(
            names = "--think",
            paramLabel = "MS[-MS]",
            description = "Time to think, in milliseconds, random within the range (default: ${DEFAULT-VALUE}).")
    private String think = "100-1000";

    @Option(
            names = "--eat",
            paramLabel = "MS[-MS]",
            description = "Time to eat, in the same way (default: ${DEFAULT-VALUE}).")
    private String eat = "100-500";

    @Option(
            names = "--explain",
            description = "With the adaptive dispatcher: print what it decides, and why, to stderr.")
    private boolean explain;

    @Option(names = "--json", description = "Print one JSON object at the end and nothing else.")
    private boolean json;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    /** For picocli. */
    public PhilosophersCommand() {}

    /** What {@code --json} prints. */
    record Result(
            int philosophers,
            double seconds,
            long meals,
            int minMeals,
            int maxMeals,
            int deadlocks,
            String dispatcher) {}

    @Override
    public Integer call() throws InterruptedException {
        Rules rules = new Rules(spec);
        rules.atLeast(2, "count", count);
        rules.atLeast(1, "seconds", seconds);
        rules.atMost(MAX_SECONDS, "seconds", seconds);
        Habits habits = new Habits(delay(rules, "think", think), delay(rules, "eat", eat));
        int threads = workers == null ? Runtime.getRuntime().availableProcessors() : workers;
        Explain explanations =
                rules.explain(explain, dispatcher, spec.commandLine().getErr());
        try (ActorSystem system = ActorSystem.builder()
                .name("philosophers")
                .dispatcher(rules.dispatcher(dispatcher, "philosophers", threads))
                .listener(explanations)
                .start()) {
            Evening evening = dine(system, habits);
            explanations.end(system.dispatcher());
            return evening.deadlocks() == 0 && evening.unserved() == 0 ? 0 : 1;
        }
    }

    private static Delay delay(Rules rules, String name, String text) {
        try {
            return Delay.parse(name, text);
        } catch (IllegalArgumentException e) {
            throw rules.broken(e);
        }
    }

    private Evening dine(ActorSystem system, Habits habits) throws InterruptedException {
        Terminal terminal = Terminal.current();
        PrintWriter out = spec.commandLine().getOut();
        boolean live = terminal.out() && !json;
        Display display = live ? new LiveTable(out, terminal.rows()) : new PlainLines(out);
        Duration evening = Duration.ofSeconds(seconds);
        // A chain of hungry philosophers is at most three long, and each may have to let one neighbour go first.
        Duration patience = Duration.ofMillis(8L * habits.eating().max()).plus(SLACK);
        Reporter.Times times = new Reporter.Times(live ? LIVE_INTERVAL : LINE_INTERVAL, evening, patience);
        Reporter reporter = Dinner.serve(system, count, habits, json ? Display.NONE : display, times);
        Interrupt interrupt = Interrupt.on(reporter::interrupt);
        Evening end = reporter.evening().await(evening.plus(patience).plus(patience));
        if (live) {
            out.println();
        }
        print(end);
        interrupt.done();
        return end;
    }

    private void print(Evening evening) {
        PrintWriter out = spec.commandLine().getOut();
        IntSummaryStatistics meals = evening.meals();
        if (json) {
            out.println(Json.line(new Result(
                    count,
                    Math.round(evening.seconds() * 1000) / 1000.0,
                    meals.getSum(),
                    meals.getMin(),
                    meals.getMax(),
                    evening.deadlocks(),
                    dispatcher.toString())));
        } else {
            Summary.of(evening).forEach(out::println);
        }
        out.flush();
    }
}
