// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.troupe;

import io.troupe.bench.harness.Arguments;
import io.troupe.bench.harness.Tool;
import io.troupe.sp.Sockets;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.SendingSocket;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SubSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One PUB sends to many SUBs of the same process; the same thread then empties them all. Prints deliveries per second, of
 * messages that were received: it sends again when all have received a burst, so nothing is dropped.
 */
public final class FanOutMain {
    private static final String HELP =
            """
            Prints how many messages a second one PUB delivers to many SUBs of the same process.
              --subscribers  how many there are
              --seconds      of each of three runs
              --bytes        of a message
              --json         lines of JSON
              --help         this text""";
    private static final int MOST = 1_000_000;
    private static final int MOST_SECONDS = 3600;
    private static final int MOST_BYTES = 1 << 20;
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int BURST = 64;
    private static final int RUNS = 3;

    private FanOutMain() {}

    /** Runs the measurement. */
    public static void main(String[] args) {
        tool().start(args);
    }

    /** The program, for its start and for tests. */
    public static Tool tool() {
        return new Tool(
                FanOutMain.class,
                HELP,
                Map.of("subscribers", "1000", "seconds", "5", "bytes", "100", "json", "false"),
                List.of("subscribers", "seconds", "bytes"),
                FanOutMain::read);
    }

    private static Tool.Work read(Arguments arguments) {
        int subscribers = arguments.number("subscribers", 1, MOST);
        int seconds = arguments.number("seconds", 1, MOST_SECONDS);
        int bytes = arguments.number("bytes", 0, MOST_BYTES);
        boolean json = arguments.flag("json");
        return () -> {
            measure(subscribers, seconds, bytes, json);
            return 0;
        };
    }

    private static void measure(int subscribers, int seconds, int bytes, boolean json) {
        List<SubSocket> subs = new ArrayList<>();
        try (SendingSocket pub = Sockets.pub()) {
            pub.listen("inproc://fan-out");
            for (int i = 0; i < subscribers; i++) {
                SubSocket sub = Sockets.sub(
                        SocketOptions.builder().receiveBuffer(2 * BURST).build());
                sub.subscribe("");
                sub.dial("inproc://fan-out").connected().await(LIMIT);
                subs.add(sub);
            }
            for (int run = 1; run <= RUNS; run++) {
                long start = System.nanoTime();
                long deliveries = 0;
                while (System.nanoTime() - start < seconds * 1_000_000_000L) {
                    deliveries += burst(pub, subs, bytes);
                }
                double rate = deliveries / ((System.nanoTime() - start) / 1e9);
                new Figures("fan-out")
                        .add("run", (long) run)
                        .add("subscribers", (long) subscribers)
                        .add("bytes", (long) bytes)
                        .add("deliveries-per-second", (long) rate)
                        .print(json);
            }
        } finally {
            subs.forEach(SubSocket::close);
        }
    }

    private static long burst(SendingSocket pub, List<SubSocket> subs, int bytes) {
        for (int i = 0; i < BURST; i++) {
            pub.send(SpMessage.allocate(bytes));
        }
        for (SubSocket sub : subs) {
            for (int i = 0; i < BURST; i++) {
                sub.receive(LIMIT).release();
            }
        }
        return (long) subs.size() * BURST;
    }
}
