// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.pi;

import io.troupe.core.ActorSystem;
import io.troupe.dispatch.Dispatcher;
import io.troupe.examples.cli.DispatcherKind;
import io.troupe.examples.cli.Explain;
import io.troupe.examples.cli.Interrupt;
import io.troupe.examples.cli.Json;
import io.troupe.examples.cli.ProgressBar;
import io.troupe.examples.cli.Rules;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code troupe pi}. */
@Command(
        name = "pi",
        description = "Computes Pi by slices: each job is a message to a worker actor, each result a message to the one"
                + " accumulator.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  troupe pi",
            "  troupe pi --jobs 100000 --iterations 1000 --dispatcher pool",
            "  troupe pi --dispatcher adaptive --explain",
            "  troupe pi --workers 4 --json"
        })
public final class PiCommand implements Callable<Integer> {
    private static final Duration FOREVER = Duration.ofDays(36_500);

    @Option(names = "--jobs", paramLabel = "N", description = "Number of jobs (default: ${DEFAULT-VALUE}).")
    private long jobs = 1_000_000;

    @Option(
            names = "--iterations",
            paramLabel = "N",
            description = "Terms of the series per job (default: ${DEFAULT-VALUE}).")
    private int iterations = 100;

    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "Worker actors, and threads for them (default: ${DEFAULT-VALUE}).")
    private int workers = 2;

    @Option(
            names = "--dispatcher",
            paramLabel = "KIND",
            description = "What runs the actors: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private DispatcherKind dispatcher = DispatcherKind.DEDICATED;

    @Option(
            names = "--explain",
            description = "With the adaptive dispatcher: print what it decides, and why, to stderr.")
    private boolean explain;

    @Option(names = "--json", description = "Print one JSON object and nothing else.")
    private boolean json;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    /** For picocli. */
    public PiCommand() {}

    /** The output of {@code --json}. */
    record Result(double pi, double error, double millis, double jobsPerSecond, String dispatcher, int workers) {}

    @Override
    public Integer call() throws InterruptedException {
        Rules rules = new Rules(spec);
        rules.atLeast(1, "jobs", jobs);
        rules.atLeast(1, "iterations", iterations);
        rules.atMost(Long.MAX_VALUE / 4 / iterations, "jobs", jobs); // or the index of the last term would overflow
        Explain explanations =
                rules.explain(explain, dispatcher, spec.commandLine().getErr());
        Dispatcher running = rules.dispatcher(dispatcher, "pi", workers);
        Result result;
        try (ActorSystem system = ActorSystem.builder()
                .name("pi")
                .dispatcher(running)
                .askTimeout(FOREVER) // the sum takes as long as it takes
                .listener(explanations)
                .start()) {
            result = Interrupt.untilResult(spec, () -> compute(system));
        }
        explanations.end(running); // nothing is decided any more
        print(result);
        return 0;
    }

    private Result compute(ActorSystem system) {
        Pi pi = Pi.spawn(system, workers);
        PrintWriter err = spec.commandLine().getErr();
        ProgressBar bar = system.spawn(
                ProgressBar.class, () -> new ProgressBar(pi.accumulator()::added, jobs, "jobs", err), "progress");
        long start = System.nanoTime();
        double value = pi.compute(jobs, iterations).await(FOREVER);
        double millis = (System.nanoTime() - start) / 1e6;
        bar.end().await(FOREVER);
        return new Result(
                value, Math.abs(value - Math.PI), millis, jobs / millis * 1000, dispatcher.toString(), workers);
    }

    private void print(Result result) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(Json.line(result));
            return;
        }
        out.printf(Locale.ROOT, "pi      %.15f%n", result.pi());
        out.printf(Locale.ROOT, "error   %.1e%n", result.error());
        out.printf(Locale.ROOT, "time    %.0f ms%n", result.millis());
        out.printf(Locale.ROOT, "speed   %,.0f jobs/s of %d terms%n", result.jobsPerSecond(), iterations);
        out.printf(Locale.ROOT, "ran on  %d workers, %s dispatcher%n", result.workers(), result.dispatcher());
        out.flush();
    }
}
