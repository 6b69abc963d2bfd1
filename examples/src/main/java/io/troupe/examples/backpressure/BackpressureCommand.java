// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.backpressure;

import io.troupe.core.stats.MemoryStats;
import io.troupe.examples.backpressure.view.LiveChart;
import io.troupe.examples.backpressure.view.MemoryPicture;
import io.troupe.examples.backpressure.view.PlainPoints;
import io.troupe.examples.backpressure.view.Point;
import io.troupe.examples.backpressure.view.TimeChart;
import io.troupe.examples.cli.Interrupt;
import io.troupe.examples.cli.Json;
import io.troupe.examples.cli.Rules;
import io.troupe.examples.cli.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code troupe backpressure}. */
@Command(
        name = "backpressure",
        description = {
            "A sender that is faster than its receiver, over a link between two processes (with dying-receiver nine): how much"
                    + " gets done, how long the queues become, and how often the receiver has to complain.",
            "Starts the other processes itself. Shows a live chart on a terminal, a line per second elsewhere. Ctrl-C ends it"
                    + " early: scenarios that were not played to their end have no results."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        subcommands = ReceiverCommand.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:played", "1:a process did not start", "2:wrong command line"},
        footerHeading = "%nExamples:%n",
        footer = {
            "  troupe backpressure",
            "  troupe backpressure --scenario pause --seconds 6 --json",
            "  troupe backpressure --scenario dying-receiver --control credit",
            "  troupe backpressure --svg backpressure.svg",
            "  troupe backpressure --memory 64m"
        })
public final class BackpressureCommand implements Callable<Integer> {
    private static final String ALL = "all";
    private static final int MAX_SECONDS = 3600;

    /** At the end of an overload all that waits is still received, a whole budget of it. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Option(
            names = "--scenario",
            paramLabel = "KIND",
            description =
                    "fast-sender, slow-receiver, pause, dying-receiver or all of them (default: ${DEFAULT-VALUE}).")
    private String scenario = ALL;

    @Option(
            names = "--control",
            paramLabel = "KIND",
            description =
                    "Who holds the sender back: nak is the link, credit the application, in windows of 4096 messages"
                            + " (default: ${DEFAULT-VALUE}).")
    private Control control = Control.NAK;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "Length of each scenario, 3 at least (default: ${DEFAULT-VALUE}).")
    private int seconds = 9;

    @Option(names = "--svg", paramLabel = "FILE", description = "Draw rate, queues and NAKs over time.")
    private @Nullable Path svg;

    @Option(
            names = "--memory",
            paramLabel = "BYTES",
            description =
                    "Overload three channels in this process instead, with a budget of so many bytes for all queues,"
                            + " such as 64m (k, m and g are for KiB, MiB and GiB).")
    private @Nullable String memory;

    @Option(names = "--json", description = "Print one JSON array and nothing else.")
    private boolean json;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    private final CountDownLatch stopped = new CountDownLatch(1);

    /** For picocli. */
    public BackpressureCommand() {}

    @Override
    public Integer call() throws InterruptedException, IOException {
        Rules rules = new Rules(spec);
        rules.atLeast(3, "seconds", seconds);
        rules.atMost(MAX_SECONDS, "seconds", seconds);
        List<Scenario> scenarios = scenarios(rules);
        if (svg != null) {
            rules.writable("svg", svg);
        }
        long bytes = memory == null ? 0 : bytes(rules, memory);
        Interrupt interrupt = Interrupt.on(PATIENCE, stopped::countDown);
        try {
            if (memory == null) {
                playAll(scenarios);
            } else {
                overload(bytes);
            }
        } finally {
            interrupt.done();
        }
        return 0;
    }

    private static long bytes(Rules rules, String text) {
        if (!text.toLowerCase(Locale.ROOT).matches("[1-9][0-9]{0,8}[kmg]?")) {
            throw rules.broken("memory must be a number of bytes, such as 64m: memory=" + text);
        }
        int unit = "kmg".indexOf(Character.toLowerCase(text.charAt(text.length() - 1)));
        long number = Long.parseLong(unit < 0 ? text : text.substring(0, text.length() - 1));
        long bytes = number << (10 * (unit + 1));
        rules.atLeast(1 << 20, "memory", bytes);
        return bytes;
    }

    private void overload(long bytes) throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        Consumer<MemoryStats> display =
                json ? stats -> {} : new MemoryPicture(out, Terminal.current().out());
        MemoryOverload.OverloadOutcome outcome = new MemoryOverload(bytes, seconds, stopped, display).run();
        out.println(json ? Json.line(outcome) : outcome.text());
        out.flush();
        if (stopped.getCount() == 0) {
            Interrupt.sayPartial(spec);
        }
    }

    private void playAll(List<Scenario> scenarios) throws InterruptedException, IOException {
        List<Outcome> outcomes = new ArrayList<>();
        List<TimeChart.Series> series = new ArrayList<>();
        for (Scenario next : scenarios) {
            if (stopped.getCount() > 0) {
                play(next, series).ifPresent(outcomes::add);
            }
        }
        if (!outcomes.isEmpty()) {
            print(outcomes);
        }
        if (outcomes.size() < scenarios.size()) {
            PrintWriter err = spec.commandLine().getErr();
            err.println(spec.qualifiedName()
                    + ": ended early, there are results of what was played to its end only: played=" + outcomes.size()
                    + ", of=" + scenarios.size());
            err.flush();
        }
        if (svg != null) {
            Files.writeString(svg, TimeChart.svg("Backpressure over a link, control: " + control, series));
        }
    }

    private List<Scenario> scenarios(Rules rules) {
        if (scenario.equalsIgnoreCase(ALL)) {
            return List.of(Scenario.values());
        }
        return Arrays.stream(Scenario.values())
                .filter(each -> each.toString().equals(scenario.toLowerCase(Locale.ROOT)))
                .findFirst()
                .map(List::of)
                .orElseThrow(() -> rules.broken("scenario must be one of " + Arrays.toString(Scenario.values())
                        + " or all: scenario=" + scenario));
    }

    private Optional<Outcome> play(Scenario next, List<TimeChart.Series> series) throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        Consumer<Point> display = point -> {};
        if (!json) {
            out.println(next + ": " + next.text());
            out.flush();
            display = Terminal.current().out() ? new LiveChart(out, Terminal.current()::size) : new PlainPoints(out);
        }
        List<Point> points = new ArrayList<>();
        Optional<Outcome> outcome =
                new Play(next, control, seconds, stopped, ((Consumer<Point>) points::add).andThen(display)).run();
        series.add(new TimeChart.Series(
                next.toString(), next.text(), at -> next.isDisturbed(at, seconds), seconds, points));
        return outcome;
    }

    private void print(List<Outcome> outcomes) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(Json.array(outcomes));
        } else {
            out.println();
            out.println("control " + control
                    + "; most messages at the receiver and at the sender; heap at sender and receiver");
            out.println(Outcome.head());
            outcomes.forEach(outcome -> out.println(outcome.line()));
        }
        out.flush();
    }
}
