// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.footprint;

import io.troupe.bench.harness.Arguments;
import io.troupe.bench.harness.Tool;
import io.troupe.bench.harness.Troupe;
import io.troupe.bench.peer.Peer;
import io.troupe.bench.peer.Recipient;
import io.troupe.core.ActorSystem;
import io.troupe.core.actor.ActorOptions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.Histogram;

/** Percentiles of the round trip of a pair that does nothing else. Two clock readings per trip are included everywhere. */
public final class HotRoundTrip {
    private static final List<String> SYSTEMS = Systems.and("same", "cross", "jctools", "disruptor", "disruptorYield");
    private static final String HELP = "Prints percentiles of the round trip between two busy actors."
            + "\n  --system  " + Systems.help(SYSTEMS)
            + "\n              same and cross place the pair on one or two dedicated workers of Troupe"
            + "\n  --count   number of measured round trips"
            + "\n  --warmup  number of round trips before";

    private static final int MOST = 1_000_000_000;

    private HotRoundTrip() {}

    /** Measures. */
    public static void main(String[] args) {
        tool().start(args);
    }

    /** The program, for its start and for tests. */
    public static Tool tool() {
        Map<String, String> defaults = Map.of("system", "stealing", "count", "1000000", "warmup", "1000000");
        return new Tool(HotRoundTrip.class, HELP, defaults, HotRoundTrip::read);
    }

    private static Tool.Work read(Arguments arguments) {
        String name = arguments.oneOf("system", SYSTEMS);
        RoundTrips trips = new RoundTrips(arguments.number("warmup", 0, MOST), arguments.number("count", 1, MOST));
        return () -> {
            Figure.print("hot-round-trip", name, Systems.isTroupe(name) ? onTroupe(name, trips) : onPeer(name, trips));
            return 0;
        };
    }

    private static Histogram onTroupe(String name, RoundTrips trips) {
        try (ActorSystem system = Systems.troupe(name)) {
            boolean placed = name.equals("same") || name.equals("cross");
            ActorOptions first = placed ? Troupe.on(0) : ActorOptions.defaults();
            ActorOptions second = name.equals("cross") ? Troupe.on(1) : first;
            Player measuring = system.spawn(Player.class, () -> new Player(trips), first);
            Player returning = system.spawn(Player.class, () -> new Player(null), second);
            returning.meet(measuring);
            measuring.meet(returning);
            measuring.ball();
            return trips.await();
        }
    }

    private static Histogram onPeer(String name, RoundTrips trips) {
        try (Peer peer = Systems.peer(name)) {
            Object ball = new Object();
            AtomicReference<Recipient<Object>> other = new AtomicReference<>();
            Recipient<Object> measuring = peer.spawn((message, self) -> {
                if (trips.ball()) {
                    other.getPlain().tell(message);
                }
            });
            other.set(peer.spawn((message, self) -> measuring.tell(message)));
            measuring.tell(ball);
            return trips.await();
        }
    }
}
