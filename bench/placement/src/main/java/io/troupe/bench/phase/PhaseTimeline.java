// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.phase;

import io.troupe.bench.harness.Arguments;
import io.troupe.bench.harness.Batch;
import io.troupe.bench.harness.Spread;
import io.troupe.bench.harness.Tool;
import io.troupe.bench.harness.Troupe;
import io.troupe.bench.skew.Skew;
import io.troupe.core.ActorSystem;
import io.troupe.core.actor.ActorOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Throughput over time while the hot actors change. Per phase: the median rate, the rate of its first interval, and when a
 * rate of 90 % of the median was reached for the first time.
 */
public final class PhaseTimeline {
    private static final String HAND = "hand";
    private static final List<String> DISPATCHERS = Stream.of(List.of(HAND), Troupe.names(), List.of("virtual"))
            .flatMap(List::stream)
            .toList();
    private static final String HELP =
            "Prints the throughput over time; the hot tenth of the actors moves in every phase."
                    + "\n  --dispatchers  with commas, of " + String.join(", ", DISPATCHERS)
                    + " (" + HAND + ": dedicated, dealt out by hand)"
                    + "\n  --phase        milliseconds of a phase"
                    + "\n  --phases       number of phases after the first, which warms up"
                    + "\n  --interval     milliseconds of an interval"
                    + "\n  --actors, --bytes, --accesses  as in the suite; a thousand accesses are worth a walk to another worker"
                    + "\n  --guests       messages on their way at any time"
                    + "\n  --json         one JSON array with the rates of all intervals";
    private static final double BACK = 0.9;
    private static final int MOST_MILLIS = 3_600_000;
    private static final int MOST_PHASES = 100_000;
    /** A tenth of them is hot. */
    private static final int FEWEST = 10;

    private static final int MOST = 1_000_000_000;

    private final Plan plan;
    private final String dispatcher;

    private PhaseTimeline(Plan plan, String dispatcher) {
        this.plan = plan;
        this.dispatcher = dispatcher;
    }

    /** What is to be measured; times in milliseconds. */
    private record Plan(int phase, int phases, int interval, int actors, int bytes, int accesses, int guests) {
        static Plan of(Arguments arguments) {
            return new Plan(
                    arguments.number("phase", 1, MOST_MILLIS),
                    arguments.number("phases", 1, MOST_PHASES),
                    arguments.number("interval", 1, MOST_MILLIS),
                    arguments.number("actors", Math.max(FEWEST, Batch.WORKERS), MOST),
                    arguments.number("bytes", Integer.BYTES, MOST),
                    arguments.number("accesses", 0, MOST),
                    arguments.number("guests", 1, MOST));
        }
    }

    /** Measures. */
    public static void main(String[] args) {
        tool().start(args);
    }

    /** The program, for its start and for tests. */
    public static Tool tool() {
        return new Tool(
                PhaseTimeline.class,
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
                        "json", "false"),
                PhaseTimeline::read);
    }

    private static Tool.Work read(Arguments arguments) {
        List<String> dispatchers = arguments.someOf("dispatchers", DISPATCHERS);
        Plan plan = Plan.of(arguments);
        boolean json = arguments.flag("json");
        return () -> {
            measure(dispatchers, plan, json);
            return 0;
        };
    }

    private static void measure(List<String> dispatchers, Plan plan, boolean json) throws InterruptedException {
        List<String> lines = new ArrayList<>();
        for (String name : dispatchers) {
            double[][] rates = new PhaseTimeline(plan, name).run();
            if (json) {
                lines.add(json(name, rates));
            } else {
                print(name, rates, plan.interval());
            }
        }
        if (json) {
            System.out.println("[" + String.join(",", lines) + "]");
        }
    }

    private double[][] run() throws InterruptedException {
        int actors = plan.actors();
        Town town = new Town(actors, plan.bytes(), plan.accesses(), plan.guests());
        String kind = dispatcher.equals(HAND) ? "dedicated" : dispatcher;
        try (ActorSystem system = ActorSystem.builder()
                .name("phases")
                .dispatcher(Troupe.dispatcher(kind))
                .start()) {
            town.open(system, dispatcher.equals(HAND) ? dealt(actors)::get : house -> ActorOptions.defaults());
            double[][] rates = new double[plan.phases()][];
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
        int interval = plan.interval();
        double[] rates = new double[Math.max(1, plan.phase() / interval)];
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
