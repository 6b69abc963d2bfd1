// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.troupe;

import com.sun.management.OperatingSystemMXBean;
import io.troupe.bench.harness.Arguments;
import io.troupe.bench.harness.Tool;
import io.troupe.core.ActorSystem;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.link.Link;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * What idle links cost: opens links over a Unix socket within one process (both ends in it), waits, and prints heap per link, the
 * processor time they take, and the frames they send.
 */
public final class IdleLinksMain {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int WARM_UP = 50;
    private static final int MOST = 1_000_000;
    private static final int MOST_SECONDS = 3600;
    private static final String HELP =
            """
            Prints the heap, the processor time and the frames of idle links, both ends in this process.
              --links    how many there are; of the first 50, which warm up, the heap does not count
              --seconds  in which nothing happens
              --help     this text""";

    private IdleLinksMain() {}

    /** Runs the measurement. */
    public static void main(String[] args) {
        tool().start(args);
    }

    /** The program, for its start and for tests. */
    public static Tool tool() {
        return new Tool(
                IdleLinksMain.class,
                HELP,
                Map.of("links", "1000", "seconds", "10"),
                List.of("links", "seconds"),
                IdleLinksMain::read);
    }

    private static Tool.Work read(Arguments arguments) {
        int links = arguments.number("links", WARM_UP + 1, MOST);
        int seconds = arguments.number("seconds", 1, MOST_SECONDS);
        return () -> {
            measure(links, seconds);
            return 0;
        };
    }

    private static void measure(int links, int seconds) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("troupe-links");
        try (ActorSystem server = ActorSystem.start("server");
                ActorSystem client = ActorSystem.start("client")) {
            Path socket = folder.resolve("socket");
            Remoting.on(server).listen("ipc://" + socket).await(LIMIT);
            Remoting dialler = Remoting.on(client);
            List<Link> open = new ArrayList<>();
            dial(dialler, socket, WARM_UP, open);
            long before = usedHeap();
            dial(dialler, socket, links, open);
            long after = usedHeap();
            long framesBefore = frames(open);
            long cpuBefore = cpu();
            TimeUnit.SECONDS.sleep(seconds);
            long cpu = cpu() - cpuBefore;
            long frames = frames(open) - framesBefore;
            System.out.printf(
                    "links %,d (both ends here): heap %,d bytes per link, processor %.2f %% of one core, "
                            + "%.2f frames per second and link%n",
                    links,
                    (after - before) / (links - WARM_UP),
                    cpu / 1e7 / seconds,
                    (double) frames / links / seconds);
        } finally {
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(folder);
        }
    }

    /** A process has one link to an address: each gets a name of its own for the same socket. */
    private static void dial(Remoting remoting, Path socket, int links, List<Link> open) throws IOException {
        while (open.size() < links) {
            Path name = Files.createSymbolicLink(socket.resolveSibling("link" + open.size()), socket);
            open.add(remoting.connect("ipc://" + name).await(LIMIT));
        }
    }

    private static long frames(List<Link> links) {
        return links.stream()
                .mapToLong(link -> link.stats().framesIn() + link.stats().framesOut())
                .sum();
    }

    private static long usedHeap() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static long cpu() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }
}
