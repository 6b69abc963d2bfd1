// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.footprint;

import io.troupe.bench.harness.Arguments;
import io.troupe.bench.harness.Tool;
import io.troupe.bench.harness.Workload;
import io.troupe.bench.peer.Peer;
import io.troupe.bench.ring.Rings;
import io.troupe.core.ActorSystem;
import java.util.List;
import java.util.Map;

/**
 * Processor time of a system that has nothing to do: works for a while, settles, then is watched. The figure is the share
 * of one core, and the wake-ups of all threads; "none" is the virtual machine alone, to be subtracted.
 */
public final class IdleCpu {
    private static final List<String> SYSTEMS = Systems.and("none", "jctools");
    private static final String HELP =
            "Prints the processor time of an idle system, in per cent of one core, and its wake-ups."
                    + "\n  --system   " + Systems.help(SYSTEMS)
                    + "\n              none: the virtual machine alone; jctools spins: the control, about 100 % per queue"
                    + "\n  --settle   seconds between the last message and the measurement"
                    + "\n  --seconds  length of the measurement";
    private static final Rings TRAFFIC = new Rings(100, 2, 1_000);
    private static final Rings ONE_PAIR = Rings.one(2, 100_000);
    private static final int MOST_SECONDS = 3600;
    private static final int BATCHES = 20;

    private IdleCpu() {}

    /** Measures. */
    public static void main(String[] args) {
        tool().start(args);
    }

    /** The program, for its start and for tests. */
    public static Tool tool() {
        Map<String, String> defaults = Map.of("system", "stealing", "settle", "2", "seconds", "10");
        return new Tool(IdleCpu.class, HELP, defaults, IdleCpu::read);
    }

    private static Tool.Work read(Arguments arguments) {
        String name = arguments.oneOf("system", SYSTEMS);
        int settle = arguments.number("settle", 0, MOST_SECONDS);
        int seconds = arguments.number("seconds", 1, MOST_SECONDS);
        return () -> {
            measure(name, settle, seconds);
            return 0;
        };
    }

    private static void measure(String name, int settle, int seconds) throws InterruptedException {
        if (name.equals("none")) {
            watch(name, settle, seconds);
        } else if (Systems.isTroupe(name)) {
            try (ActorSystem system = Systems.troupe(name)) {
                work(TRAFFIC.onTroupe(system));
                watch(name, settle, seconds);
            }
        } else {
            try (Peer peer = Systems.peer(name)) {
                work((name.equals("jctools") ? ONE_PAIR : TRAFFIC).onPeer(peer));
                watch(name, settle, seconds);
            }
        }
    }

    private static void work(Workload traffic) {
        for (int i = 0; i < BATCHES; i++) {
            traffic.run();
        }
    }

    private static void watch(String name, int settle, int seconds) throws InterruptedException {
        Usage.checkCounters();
        Thread.sleep(1000L * settle);
        Usage before = Usage.now();
        Thread.sleep(1000L * seconds);
        Usage after = Usage.now();
        double wall = after.wallNanos() - before.wallNanos();
        Figure.print("idle-cpu-ticks", name, 100 * (after.tickNanos() - before.tickNanos()) / wall, "% of a core");
        if (after.runNanos() >= 0) {
            Figure.print("idle-cpu", name, 100 * (after.runNanos() - before.runNanos()) / wall, "% of a core");
            Figure.print("idle-wake-ups", name, 1e9 * (after.wakeUps() - before.wakeUps()) / wall, "per second");
        }
    }
}
