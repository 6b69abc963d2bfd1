// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.phase;

import io.troupe.bench.harness.Arguments;
import io.troupe.bench.harness.Troupe;
import io.troupe.bench.report.Spread;
import io.troupe.bench.skew.Skew;
import io.troupe.core.ActorSystem;
import io.troupe.core.actor.ActorOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Throughput over time while the hot actors change. Per phase: the median rate, the rate of its first interval, and when a
 * rate of 90 % of the median was reached for the first time.
 */
public final class PhaseTimeline {
    private static final String HAND = "hand";
    private static final String HELP =
            "Prints the throughput over time; the hot tenth of the actors moves in every phase."
                    + "\n  --dispatchers  of " + HAND + " (dedicated, dealt out by hand) and those of the suites"
                    + "\n  --phase        milliseconds of a phase"
                    + "\n  --phases       number of phases after the first, which warms up"
                    + "\n  --interval     milliseconds of an interval"
                    + "\n  --actors, --bytes, --accesses  as in the suite; a thousand accesses are worth a walk to another worker"
                    + "\n  --guests       messages on their way at any time"
                    + "\n  --json         one JSON array with the rates of all intervals";
    private static final double BACK = 0.9;

    private final Arguments arguments;
    private final String dispatcher;

    private PhaseTimeline(Arguments arguments, String dispatcher) {
        this.arguments = arguments;
        this.dispatcher = dispatcher;
    }

    /** Measures. */
    public static void main(String[] args) throws InterruptedException {
        Arguments arguments = Arguments.parse(
                args,
                HELP,
                Map.of(
                        "dispatchers", HAND + "," + String.join(",", Troupe.names()),
                        "phase", "2000",
                        "phases", "4",
                        "interval", "100",
                        "actors", "1000",
                        "bytes", "2000",
                        "accesses", "1000",
                        "guests", "256",
                        "json", "false"));
        List<String> lines = new ArrayList<>();
        for (String name : arguments.list("dispatchers")) {
            double[][] rates = new PhaseTimeline(arguments, name).run();
            if (arguments.flag("json")) {
                lines.add(json(name, rates));
            } else {
                print(name, rates, arguments.number("interval"));
            }
        }
        if (arguments.flag("json")) {
            System.out.println("[" + String.join(",", lines) + "]");
        }
    }

    private double[][] run() throws InterruptedException {
        int actors = arguments.number("actors");
        Town town =
                new Town(actors, arguments.number("bytes"), arguments.number("accesses"), arguments.number("guests"));
        String kind = dispatcher.equals(HAND) ? "dedicated" : dispatcher;
        try (ActorSystem system = ActorSystem.builder()
                .name("phases")
                .dispatcher(Troupe.dispatcher(kind))
                .start()) {
            town.open(system, dispatcher.equals(HAND) ? dealt(actors)::get : house -> ActorOptions.defaults());
            double[][] rates = new double[arguments.number("phases")][];
            phase(town, 0);
            for (int i = 0; i < rates.length; i++) {
                rates[i] = phase(town, i + 1);
            }
            town.close();
            return rates;
        }
    }

    private static List<ActorOptions> dealt(int actors) {
        ActorOptions[] options = new ActorOptions[actors];
        for (int rank = 0; rank < actors; rank++) {
            options[Skew.byWorker(actors, rank)] = Troupe.on(rank);
        }
        return List.of(options);
    }

    /** Rates per second, by interval. */
    private double[] phase(Town town, int number) throws InterruptedException {
        int interval = arguments.number("interval");
        double[] rates = new double[Math.max(1, arguments.number("phase") / interval)];
        town.phase(number);
        long before = System.nanoTime();
        long visits = town.visits();
        for (int i = 0; i < rates.length; i++) {
            Thread.sleep(interval);
            long now = System.nanoTime();
            long more = town.visits();
            rates[i] = (more - visits) * 1e9 / (now - before);
            visits = more;
            before = now;
        }
        return rates;
    }

    private static void print(String name, double[][] rates, int interval) {
        System.out.printf(Locale.ROOT, "%s%n  phase   median/s    first/s  back at 90 %% after ms%n", name);
        for (int i = 0; i < rates.length; i++) {
            double median = Spread.of(rates[i]).median();
            int back = 0;
            while (rates[i][back] < BACK * median) {
                back++;
            }
            System.out.printf(
                    Locale.ROOT, "  %5d %,10.0f %,10.0f %,23d%n", i + 1, median, rates[i][0], back * interval);
        }
    }

    private static String json(String name, double[][] rates) {
        return Arrays.stream(rates)
                .map(phase -> Arrays.stream(phase)
                        .mapToObj(rate -> Long.toString(Math.round(rate)))
                        .collect(Collectors.joining(",", "[", "]")))
                .collect(Collectors.joining(",", "{\"dispatcher\":\"" + name + "\",\"perSecond\":[", "]}"));
    }
}
