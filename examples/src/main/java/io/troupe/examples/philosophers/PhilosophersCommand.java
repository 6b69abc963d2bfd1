// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.philosophers;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.troupe.core.ActorSystem;
import io.troupe.core.stats.SystemStats;
import io.troupe.dispatch.Dispatcher;
import io.troupe.examples.cli.DispatcherKind;
import io.troupe.examples.cli.Explain;
import io.troupe.examples.cli.Interrupt;
import io.troupe.examples.cli.Json;
import io.troupe.examples.cli.Network;
import io.troupe.examples.cli.Rules;
import io.troupe.examples.cli.Terminal;
import io.troupe.examples.philosophers.Philosopher.Habits;
import io.troupe.examples.philosophers.feast.FeastOptions;
import io.troupe.examples.philosophers.feast.Seat.Span;
import io.troupe.examples.philosophers.view.Display;
import io.troupe.examples.philosophers.view.Evening;
import io.troupe.examples.philosophers.view.LiveTable;
import io.troupe.examples.philosophers.view.PlainLines;
import io.troupe.examples.philosophers.view.Summary;
import java.io.PrintWriter;
import java.io.Writer;
import java.time.Duration;
import java.util.IntSummaryStatistics;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code troupe philosophers}. */
@Command(
        name = "philosophers",
        description = {
            "The dining philosophers: each one is an actor that thinks, takes two forks, eats and puts them back. Nobody"
                    + " blocks, so thousands share a few threads.",
            "Shows a live table on a terminal, a line per second elsewhere. Ctrl-C ends the evening early.",
            "With --listen this process has the table and the forks only, and runs until Ctrl-C or for --seconds; with"
                    + " --connect it has the philosophers only.",
            "With --cluster several processes on this machine share philosophers and forks, which are durable actors: any of"
                    + " the processes may be killed, dinner goes on, and the meals are counted at the end."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all could eat",
            "1:a deadlock, or somebody was left hungry, or there is no table, or a fork was in two hands",
            "2:wrong command line"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  troupe philosophers",
            "  troupe philosophers --count 10000 --seconds 5",
            "  troupe philosophers --think 0 --eat 1-5 --dispatcher dedicated --workers 1",
            "  troupe philosophers --count 1000 --seconds 2 --json",
            "  troupe philosophers --seconds 2 --stats",
            "  troupe philosophers --listen tcp://127.0.0.1:7000",
            "  troupe philosophers --connect tcp://127.0.0.1:7000 --count 1000 --encoding json",
            "  troupe philosophers --cluster 3 --kill 2 --seconds 20"
        })
public final class PhilosophersCommand implements Callable<Integer> {
    private static final Duration LIVE_INTERVAL = Duration.ofMillis(200);
    private static final Duration LINE_INTERVAL = Duration.ofSeconds(1);
    private static final Duration SLACK = Duration.ofSeconds(5);
    private static final Duration FOREVER = Duration.ofDays(36_500);
    private static final int USUAL_SECONDS = 10;
    private static final int MAX_ACTORS = 100;
    private static final int MAX_SECONDS = 1_000_000_000;

    @Option(names = "--count", paramLabel = "N", description = "Philosophers, and forks (default: ${DEFAULT-VALUE}).")
    private int count = 5;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "Length of the evening (default: 10; with --listen until Ctrl-C).")
    private @Nullable Integer seconds;

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
            names = "--listen",
            paramLabel = "ADDRESS",
            description = "Be the table for others: " + Network.ADDRESSES + ".")
    private @Nullable String listen;

    @Option(names = "--connect", paramLabel = "ADDRESS", description = "Eat at the table of another process.")
    private @Nullable String connect;

    @Mixin
    private Network network = new Network();

    @Mixin
    private FeastOptions feast = new FeastOptions();

    @Option(
            names = "--explain",
            description = "With the adaptive dispatcher: print what it decides, and why, to stderr.")
    private boolean explain;

    @Option(names = "--json", description = "Print one JSON object at the end and nothing else.")
    private boolean json;

    @Option(
            names = "--stats",
            description = "Print what the system says of itself at the end: actors, mailboxes, failures, workers.")
    private boolean stats;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    /** For picocli. */
    public PhilosophersCommand() {}

    /** The output of {@code --json}. */
    record Result(
            int philosophers,
            double seconds,
            long meals,
            int minMeals,
            int maxMeals,
            int deadlocks,
            String dispatcher,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable SystemStats stats) {}

    @Override
    public Integer call() throws InterruptedException {
        Rules rules = new Rules(spec);
        rules.atLeast(2, "count", count);
        rules.atMost(Ring.MOST, "count", count);
        rules.atLeast(1, "seconds", seconds());
        rules.atMost(MAX_SECONDS, "seconds", seconds());
        rules.notBoth("listen", listen, "connect", connect);
        rules.notBoth("listen", listen, "stats", stats ? true : null);
        network.check(rules, listen == null ? connect : listen);
        Habits habits = new Habits(delay(rules, "think", think), delay(rules, "eat", eat));
        if (feast.isWanted()) {
            return feast(rules, habits);
        }
        feast.checkUnwanted(rules);
        int threads = workers == null ? Runtime.getRuntime().availableProcessors() : workers;
        Explain explanations =
                rules.explain(explain, dispatcher, spec.commandLine().getErr());
        Dispatcher running = rules.dispatcher(dispatcher, "philosophers", threads);
        int code;
        try (ActorSystem system = ActorSystem.builder()
                .name("philosophers")
                .dispatcher(running)
                .askTimeout(FOREVER) // for the evening as for forks: neighbours eat as long as they like
                .listener(explanations)
                .start()) {
            code = run(system, rules, habits);
        }
        explanations.end(running); // nothing is decided any more
        return code;
    }

    private int feast(Rules rules, Habits habits) throws InterruptedException {
        if (listen != null || connect != null || stats || explain || workers != null) {
            throw rules.broken("cluster must be without options for one process: listen=" + listen + ", connect="
                    + connect + ", workers=" + workers + ", stats=" + stats + ", explain=" + explain);
        }
        Delay thinking = habits.thinking();
        Delay eating = habits.eating();
        return feast.dine(
                spec,
                count,
                seconds(),
                new Span(thinking.min(), thinking.max()),
                new Span(eating.min(), eating.max()),
                json);
    }

    private int seconds() {
        return seconds == null ? USUAL_SECONDS : seconds;
    }

    private int run(ActorSystem system, Rules rules, Habits habits) throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        if (listen != null) {
            Duration limit = seconds == null ? null : Duration.ofSeconds(seconds);
            return new TableServer(system, network.on(system, rules), out, json).run(rules, listen, limit);
        }
        Interrupt.Action none = () -> {};
        if (connect == null) {
            return dine(system, times -> Dinner.serve(system, count, habits, display(), times), habits, none);
        }
        Visit visit = Visit.to(connect, system, network.on(system, rules), rules, events());
        return dine(system, times -> visit.serve(count, habits, display(), times), habits, visit::end);
    }

    /** Output for events of the link; none if that would spoil a picture or JSON. */
    private PrintWriter events() {
        boolean spoils = json || Terminal.current().out();
        return spoils
                ? new PrintWriter(Writer.nullWriter())
                : spec.commandLine().getErr();
    }

    private static Delay delay(Rules rules, String name, String text) {
        try {
            return Delay.parse(name, text);
        } catch (IllegalArgumentException e) {
            throw rules.broken(e);
        }
    }

    private boolean live() {
        return Terminal.current().out() && !json;
    }

    private Display display() {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            return Display.NONE;
        }
        return live() ? new LiveTable(out, Terminal.current()::size) : new PlainLines(out);
    }

    private int dine(
            ActorSystem system, Function<Reporter.Times, Reporter> dinner, Habits habits, Interrupt.Action afterwards)
            throws InterruptedException {
        Duration evening = Duration.ofSeconds(seconds());
        // A chain of hungry philosophers is at most three long, and each may have to let one neighbour go first.
        Duration patience = Duration.ofMillis(8L * habits.eating().max()).plus(SLACK);
        Reporter reporter = dinner.apply(new Reporter.Times(live() ? LIVE_INTERVAL : LINE_INTERVAL, evening, patience));
        Interrupt interrupt = Interrupt.on(reporter::interrupt);
        Evening end;
        try {
            end = reporter.evening().await(evening.plus(patience).plus(patience));
            if (live()) {
                spec.commandLine().getOut().println();
            }
            print(end, stats ? system.stats(MAX_ACTORS) : null);
            if (interrupt.isTold()) {
                Interrupt.sayPartial(spec);
            }
            afterwards.run();
        } finally {
            interrupt.done();
        }
        return end.deadlocks() == 0 && end.unserved() == 0 ? 0 : 1;
    }

    private void print(Evening evening, @Nullable SystemStats snapshot) {
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
                    dispatcher.toString(),
                    snapshot)));
        } else {
            Summary.of(evening).forEach(out::println);
            if (snapshot != null) {
                out.println();
                out.print(snapshot.text());
            }
        }
        out.flush();
    }
}
