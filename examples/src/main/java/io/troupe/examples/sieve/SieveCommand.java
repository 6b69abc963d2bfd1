// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.sieve;

import io.troupe.core.ActorSystem;
import io.troupe.dispatch.Dispatcher;
import io.troupe.examples.cli.DispatcherKind;
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

/** {@code troupe sieve}. */
@Command(
        name = "sieve",
        description = "Finds primes by a chain of channels: an actor per prime receives numbers from one channel, and"
                + " sends those that its prime does not divide to the next.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  troupe sieve",
            "  troupe sieve --primes 2000 --capacity 16",
            "  troupe sieve --dispatcher pool --workers 4 --json"
        })
public final class SieveCommand implements Callable<Integer> {
    private static final Duration FOREVER = Duration.ofDays(36_500);

    /** Its time grows with the square of the number, which is minutes by then. */
    private static final int MOST_PRIMES = 20_000;

    private static final int MOST_CAPACITY = 1_000_000;

    @Option(names = "--primes", paramLabel = "N", description = "How many primes to find (default: ${DEFAULT-VALUE}).")
    private int primes = 500;

    @Option(
            names = "--capacity",
            paramLabel = "N",
            description = "Capacity of the channels; 0: a sender waits for its receiver (default: ${DEFAULT-VALUE}).")
    private int capacity;

    @Option(names = "--workers", paramLabel = "N", description = "Threads for the actors (default: ${DEFAULT-VALUE}).")
    private int workers = 2;

    @Option(
            names = "--dispatcher",
            paramLabel = "KIND",
            description = "What runs the actors: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private DispatcherKind dispatcher = DispatcherKind.STEALING;

    @Option(names = "--json", description = "Print one JSON object and nothing else.")
    private boolean json;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    /** For picocli. */
    public SieveCommand() {}

    /** The output of {@code --json}. */
    record Primes(int primes, int largest, long messages, double nanosPerMessage) {}

    @Override
    public Integer call() throws InterruptedException {
        Rules rules = new Rules(spec);
        rules.atLeast(1, "primes", primes);
        rules.atMost(MOST_PRIMES, "primes", primes);
        rules.atLeast(0, "capacity", capacity);
        rules.atMost(MOST_CAPACITY, "capacity", capacity);
        Dispatcher running = rules.dispatcher(dispatcher, "sieve", workers);
        long start = System.nanoTime();
        Sieve.Found found;
        double nanos;
        try (ActorSystem system = ActorSystem.builder()
                .name("sieve")
                .dispatcher(running)
                .askTimeout(FOREVER) // it takes as long as it takes
                .start()) {
            Sieve sieve = system.spawn(Sieve.class, () -> new Sieve(primes, capacity), "sieve");
            PrintWriter err = spec.commandLine().getErr();
            ProgressBar bar = system.spawn(
                    ProgressBar.class, () -> new ProgressBar(sieve::count, primes, "primes", err), "progress");
            found = Interrupt.untilResult(spec, () -> sieve.search().await(FOREVER));
            nanos = System.nanoTime() - start;
            bar.end().await(FOREVER);
        }
        print(new Primes(primes, found.largest(), found.messages(), nanos / found.messages()), nanos);
        return 0;
    }

    private void print(Primes result, double nanos) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(Json.line(result));
            return;
        }
        out.printf(Locale.ROOT, "primes    %d, the largest is %d%n", result.primes(), result.largest());
        out.printf(Locale.ROOT, "messages  %,d by channels of capacity %d%n", result.messages(), capacity);
        out.printf(Locale.ROOT, "time      %.0f ms, %.0f ns per message%n", nanos / 1e6, result.nanosPerMessage());
        out.printf(Locale.ROOT, "ran on    %d workers, %s dispatcher%n", workers, dispatcher.toString());
        out.flush();
    }
}
