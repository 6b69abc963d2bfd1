// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.footprint;

import io.troupe.bench.harness.Arguments;
import io.troupe.bench.harness.Tool;
import io.troupe.bench.harness.Troupe;
import io.troupe.bench.owner.Crew;
import io.troupe.bench.owner.Memory;
import io.troupe.bench.peer.Peer;
import io.troupe.core.ActorSystem;
import io.troupe.core.actor.ActorOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * How often the kernel changes threads while actors work on memory of their own, as in the suite locality: voluntarily,
 * because a thread goes to sleep, and involuntarily, because others want the processor.
 */
public final class ContextSwitches {
    private static final List<String> SYSTEMS = Systems.and();
    private static final String HELP = "Prints context switches per second of each system, and nanoseconds per message."
            + "\n  --systems   with commas, of " + Systems.help(SYSTEMS)
            + "\n  --actors, --bytes, --accesses  as in the suite locality"
            + "\n  --messages  of all actors per batch"
            + "\n  --seconds   for each system, after as many of warm-up"
            + "\n  --json      one JSON array";
    private static final Path COUNTERS = Path.of("/sys/bus/event_source/devices/cpu");

    private static final int MOST_SECONDS = 3600;
    private static final int MOST = 1_000_000_000;

    private ContextSwitches() {}

    /** Measures. */
    public static void main(String[] args) {
        tool().start(args);
    }

    /** The program, for its start and for tests. */
    public static Tool tool() {
        return new Tool(
                ContextSwitches.class,
                HELP,
                Map.of(
                        "systems", String.join(",", Troupe.names()) + ",pekko,executor,forkJoin",
                        "actors", "240",
                        "bytes", "32000",
                        "accesses", "100",
                        "messages", "240000",
                        "seconds", "2",
                        "json", "false"),
                ContextSwitches::read);
    }

    private static Tool.Work read(Arguments arguments) {
        List<String> systems = arguments.someOf("systems", SYSTEMS);
        int actors = arguments.number("actors", 1, MOST);
        Load load = new Load(
                actors,
                arguments.number("bytes", Integer.BYTES, MOST),
                arguments.number("accesses", 0, MOST),
                Math.max(1, arguments.number("messages", 1, MOST) / actors),
                arguments.number("seconds", 1, MOST_SECONDS) * 1_000_000_000L);
        boolean json = arguments.flag("json");
        return () -> {
            measure(systems, load, json);
            return 0;
        };
    }

    private static void measure(List<String> systems, Load load, boolean json) {
        List<String> lines = new ArrayList<>();
        if (!json) {
            System.out.println(counters());
            System.out.println("        system      ns/message     voluntary/s   involuntary/s");
        }
        for (String system : systems) {
            String line = measure(system, load).format(system, json);
            if (json) {
                lines.add(line);
            } else {
                System.out.println(line);
            }
        }
        if (json) {
            System.out.println("[" + String.join(",", lines) + "]");
        }
    }

    private static String counters() {
        return Files.exists(COUNTERS)
                ? "hardware counters: present; cache misses by 'perf stat -e cache-misses' or '-prof perfnorm'"
                : "hardware counters: not available on this machine, so no cache misses (usual in virtual machines)";
    }

    private static Rates measure(String name, Load load) {
        List<Memory> memories = IntStream.range(0, load.actors())
                .mapToObj(seed -> Memory.array(load.bytes(), seed))
                .toList();
        Crew crew = new Crew(memories, (owner, message) -> load.accesses());
        Rates rates;
        if (Systems.isTroupe(name)) {
            try (ActorSystem system = Systems.troupe(name)) {
                crew.selfDriven(system, owner -> ActorOptions.defaults());
                rates = measure(crew, load);
            }
        } else {
            try (Peer peer = Systems.peer(name)) {
                crew.selfDriven(peer);
                rates = measure(crew, load);
            }
        }
        crew.verify();
        return rates;
    }

    private static Rates measure(Crew crew, Load load) {
        int[] quotas = crew.equally(load.messagesEach());
        long warmUp = System.nanoTime();
        while (System.nanoTime() - warmUp < load.nanos()) {
            crew.run(quotas);
        }
        long messages = 0;
        Usage before = Usage.now();
        do {
            messages += crew.run(quotas);
        } while (System.nanoTime() - before.wallNanos() < load.nanos());
        Usage after = Usage.now();
        double seconds = (after.wallNanos() - before.wallNanos()) / 1e9;
        return new Rates(
                seconds * 1e9 / messages,
                (after.wakeUps() - before.wakeUps()) / seconds,
                (after.preemptions() - before.preemptions()) / seconds,
                after.wakeUps() >= 0);
    }

    /** What a system has to do: for so long, after as long a time of warm-up. */
    private record Load(int actors, int bytes, int accesses, int messagesEach, long nanos) {}

    /** What was measured; the kernel does not tell everywhere. */
    private record Rates(double nanosPerMessage, double voluntary, double involuntary, boolean told) {
        String format(String system, boolean json) {
            String format = json
                    ? "{\"system\":\"%s\",\"nanosPerMessage\":%.1f,\"voluntaryPerSecond\":%s,\"involuntaryPerSecond\":%s}"
                    : "%14s %15.1f %15s %15s";
            return String.format(Locale.ROOT, format, system, nanosPerMessage, rate(voluntary), rate(involuntary));
        }

        private String rate(double value) {
            return told ? String.format(Locale.ROOT, "%.0f", value) : "null";
        }
    }
}
