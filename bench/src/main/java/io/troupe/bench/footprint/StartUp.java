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

/**
 * How long it takes in a new virtual machine until the first ask is answered: start of a system, first actor, first ask. The time
 * until the program itself runs is not part of it; a second start of the program is needed for a second figure.
 */
public final class StartUp {
    private static final List<String> SYSTEMS = Systems.and();
    private static final String HELP =
            "Prints the time from the start of a system to its first answer, in this new virtual machine."
                    + "\n  --system  " + Systems.help(SYSTEMS);
    private static final double MILLI = 1e6;

    private StartUp() {}

    /** Measures. */
    public static void main(String[] args) {
        tool().start(args);
    }

    /** The program, for its start and for tests. */
    public static Tool tool() {
        return new Tool(StartUp.class, HELP, Map.of("system", "stealing"), StartUp::read);
    }

    private static Tool.Work read(Arguments arguments) {
        String name = arguments.oneOf("system", SYSTEMS);
        return () -> {
            long start = System.nanoTime();
            if (Systems.isTroupe(name)) {
                try (ActorSystem system = Systems.troupe(name)) {
                    answered(name, OutsideAsks.onTroupe(system), start);
                }
            } else {
                try (Peer peer = Systems.peer(name)) {
                    boolean pekko = peer instanceof PekkoPeer;
                    answered(name, pekko ? OutsideAsks.onPekko((PekkoPeer) peer) : OutsideAsks.onPeer(peer), start);
                }
            }
            return 0;
        };
    }

    private static void answered(String name, Workload ask, long start) {
        ask.run();
        Figure.print("start-up", name, (System.nanoTime() - start) / MILLI, "ms");
    }
}
