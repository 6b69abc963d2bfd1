// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.footprint;

import io.troupe.bench.ask.OutsideAsks;
import io.troupe.bench.harness.Arguments;
import io.troupe.bench.harness.Tool;
import io.troupe.bench.harness.Workload;
import io.troupe.bench.peer.Peer;
import io.troupe.bench.peer.PekkoPeer;
import io.troupe.core.ActorSystem;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** How long an ask takes that comes after a pause, when all threads sleep: two wake-ups, the worker's and the asker's. */
public final class WakeUpLatency {
    private static final List<String> SYSTEMS = Systems.and();
    private static final String HELP = "Prints percentiles of the time of an ask after a pause, from outside of actors."
            + "\n  --system  " + Systems.help(SYSTEMS)
            + "\n  --pause   milliseconds before each ask"
            + "\n  --count   number of asks";
    private static final int MOST_MILLIS = 3_600_000;
    private static final int MOST = 100_000_000;
    private static final int WARM_UP = 20_000;
    private static final int WARM_UP_PAUSES = 50;

    private WakeUpLatency() {}

    /** Measures. */
    public static void main(String[] args) {
        tool().start(args);
    }

    /** The program, for its start and for tests. */
    public static Tool tool() {
        Map<String, String> defaults = Map.of("system", "stealing", "pause", "10", "count", "500");
        return new Tool(WakeUpLatency.class, HELP, defaults, WakeUpLatency::read);
    }

    private static Tool.Work read(Arguments arguments) {
        String name = arguments.oneOf("system", SYSTEMS);
        int pause = arguments.number("pause", 0, MOST_MILLIS);
        int count = arguments.number("count", 1, MOST);
        return () -> {
            measure(name, pause, count);
            return 0;
        };
    }

    private static void measure(String name, int pause, int count) throws InterruptedException {
        if (Systems.isTroupe(name)) {
            try (ActorSystem system = Systems.troupe(name)) {
                measure(name, OutsideAsks.onTroupe(system), pause, count);
            }
        } else {
            try (Peer peer = Systems.peer(name)) {
                Workload asks = peer instanceof PekkoPeer pekko ? OutsideAsks.onPekko(pekko) : OutsideAsks.onPeer(peer);
                measure(name, asks, pause, count);
            }
        }
    }

    private static void measure(String name, Workload ask, int pause, int count) throws InterruptedException {
        for (int i = 0; i < WARM_UP; i++) {
            ask.run();
        }
        Histogram nanos = new Histogram(3);
        for (int i = -WARM_UP_PAUSES; i < count; i++) {
            Thread.sleep(pause);
            long start = System.nanoTime();
            ask.run();
            long time = System.nanoTime() - start;
            if (i >= 0) {
                nanos.recordValue(time);
            }
        }
        Figure.print("wake-up-latency", name, nanos);
    }
}
