// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.latency;

import io.troupe.bench.footprint.Figure;
import io.troupe.bench.footprint.Systems;
import io.troupe.bench.harness.Arguments;
import io.troupe.bench.harness.Tool;
import io.troupe.bench.peer.Behavior;
import io.troupe.bench.peer.Peer;
import io.troupe.bench.peer.Recipient;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * How long somebody waits who is told by an actor that goes on computing, while another worker has nothing to do. The told answers,
 * and the teller tells again: always, or one in a hundred times, it computes after telling. Only those are measured.
 */
public final class BusyTeller {
    private static final List<String> SYSTEMS = Systems.and();
    private static final String HELP = "Prints percentiles of the way of a message whose sender goes on computing."
            + "\n  --system   " + Systems.help(SYSTEMS)
            + "\n  --busy     microseconds that the teller computes after telling, with commas"
            + "\n  --one-in   how many tells there are for each that is followed by computing, with commas"
            + "\n  --seconds  length of each measurement; as long again for warming up";
    private static final int MOST_MICROS = 1_000_000;
    private static final int MOST_TELLS = 10_000;
    private static final long LIMIT_SECONDS = 60;

    private BusyTeller() {}

    /** Measures. */
    public static void main(String[] args) {
        tool().start(args);
    }

    /** The program, for its start and for tests. */
    public static Tool tool() {
        Map<String, String> defaults =
                Map.of("system", "stealing", "busy", "100,1000,10000", "one-in", "1,100", "seconds", "2");
        return new Tool(BusyTeller.class, HELP, defaults, BusyTeller::read);
    }

    private static Tool.Work read(Arguments arguments) {
        String name = arguments.oneOf("system", SYSTEMS);
        List<Integer> busy = arguments.numbers("busy", 1, MOST_MICROS);
        List<Integer> oneIn = arguments.numbers("one-in", 1, MOST_TELLS);
        long nanos = arguments.seconds("seconds").toNanos();
        return () -> {
            Computing computing = Computing.calibrated();
            for (int share : oneIn) {
                for (int micros : busy) {
                    measure(name, computing, micros, share, nanos);
                }
            }
            return 0;
        };
    }

    private record Note(long sent, boolean busy) {}

    private static void measure(String name, Computing computing, int micros, int oneIn, long nanos)
            throws InterruptedException {
        try (Peer peer = Systems.open(name)) {
            Latencies latencies = Latencies.begin(nanos, nanos);
            CountDownLatch over = new CountDownLatch(1);
            AtomicReference<Recipient<Integer>> teller = new AtomicReference<>();
            Recipient<Note> told = peer.spawn((note, self) -> {
                if (note.busy()) {
                    latencies.took(note.sent());
                }
                teller.getPlain().tell(0);
            });
            Recipient<Integer> first = peer.spawn(new Behavior<>() {
                private int tells;

                @Override
                public void onMessage(Integer message, Recipient<Integer> self) {
                    if (latencies.isOver()) {
                        over.countDown();
                        return;
                    }
                    boolean busy = ++tells % oneIn == 0;
                    told.tell(new Note(System.nanoTime(), busy));
                    if (busy) {
                        computing.micros(micros);
                    }
                }
            });
            teller.set(first);
            first.tell(0);
            if (!over.await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the teller must hear of every note: limitSeconds=" + LIMIT_SECONDS);
            }
            Map<String, Long> settings = new LinkedHashMap<>();
            settings.put("busyMicros", (long) micros);
            settings.put("oneIn", (long) oneIn);
            new Figure("latency", "busy-teller", name, settings).print(latencies.await(1));
        }
    }
}
