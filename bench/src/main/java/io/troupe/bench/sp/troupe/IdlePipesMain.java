// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.troupe;

import io.troupe.bench.harness.Arguments;
import io.troupe.bench.harness.Tool;
import io.troupe.bench.process.Child;
import io.troupe.bench.process.Parent;
import io.troupe.sp.Sockets;
import io.troupe.sp.socket.ReceivingSocket;
import io.troupe.sp.socket.SpException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What idle pipes cost: so many peers, bare channels of another process, are connected to one PULL over TCP and have sent one
 * message each. Prints the heap per pipe with all that belongs to it, and the processor time of the listening process while
 * nothing happens. Each process needs a file per pipe ({@code ulimit -n}).
 */
public final class IdlePipesMain {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration GLANCE = Duration.ofSeconds(1);
    private static final String CONNECTED = "CONNECTED";
    private static final String PEERS = "--peers";
    private static final int WARM_UP = 100;
    private static final int MOST = 1_000_000;
    private static final int MOST_SECONDS = 3600;

    /** For all but the pipes. */
    private static final int FILES = 200;

    private static final String HELP =
            """
            Prints the heap of an idle tcp pipe, and the processor time of the process that has them all.
              --pipes    how many there are; of the first 100, which warm up, the heap does not count
              --seconds  in which nothing happens
              --json     a line of JSON
              --help     this text""";
    private static final byte[] HELLO = {0, 'S', 'P', 0, 0, 0x50, 0, 0};
    private static final byte[] MESSAGE = {0, 0, 0, 0, 0, 0, 0, 1, 'x'};

    private IdlePipesMain() {}

    /** Runs the measurement; with {@code --peers}: plays the peers. */
    public static void main(String[] args) {
        if (args.length > 0 && args[0].equals(PEERS)) {
            Parent.guard(() -> playPeers(Integer.parseInt(args[1]), Integer.parseInt(args[2])));
        }
        tool().start(args);
    }

    /** The program, for its start and for tests. */
    public static Tool tool() {
        return new Tool(
                IdlePipesMain.class,
                HELP,
                Map.of("pipes", "10000", "seconds", "10", "json", "false"),
                List.of("pipes", "seconds"),
                IdlePipesMain::read);
    }

    private static Tool.Work read(Arguments arguments) {
        int pipes = arguments.number("pipes", WARM_UP + 1, MOST);
        int seconds = arguments.number("seconds", 1, MOST_SECONDS);
        boolean json = arguments.flag("json");
        long limit = Figures.mostFiles();
        if (limit - FILES < pipes) {
            throw new IllegalArgumentException("pipes must leave " + FILES
                    + " of the files of a process (ulimit -n): pipes=" + pipes + ", limit=" + limit);
        }
        return () -> {
            measure(pipes, seconds, json);
            return 0;
        };
    }

    private static void measure(int pipes, int seconds, boolean json) throws InterruptedException {
        try (ReceivingSocket pull = Sockets.pull()) {
            int port = URI.create(pull.listen("tcp://127.0.0.1:0").uri()).getPort();
            try (Child first = peers(port, WARM_UP)) {
                receive(pull, WARM_UP, first);
                long before = Figures.usedHeap();
                try (Child others = peers(port, pipes - WARM_UP)) {
                    receive(pull, pipes - WARM_UP, others);
                    long heap = Figures.usedHeap() - before;
                    long start = Figures.processorNanos();
                    TimeUnit.SECONDS.sleep(seconds);
                    double percent = (Figures.processorNanos() - start) / 1e7 / seconds;
                    new Figures("idle-pipes")
                            .add("pipes", (long) pull.pipes().size())
                            .add("heap-bytes-per-pipe", heap / (pipes - WARM_UP))
                            .add("processor-percent", percent)
                            .print(json);
                }
            }
        }
    }

    /** Looks after the peers while it waits: without them no message comes. */
    private static void receive(ReceivingSocket pull, int messages, Child peers) throws InterruptedException {
        long last = System.nanoTime();
        int missing = messages;
        while (missing > 0) {
            try {
                pull.receive(GLANCE).release();
                missing--;
                last = System.nanoTime();
            } catch (SpException e) {
                peers.poll(CONNECTED, Duration.ZERO); // fails if the process has
                if (System.nanoTime() - last > LIMIT.toNanos()) {
                    throw new IllegalStateException(
                            "peers must send in time: missing=" + missing + ", limit=" + LIMIT, e);
                }
            }
        }
    }

    /** Another process, which ends with this one. */
    private static Child peers(int port, int many) {
        return Child.start(
                "peers",
                List.of(),
                List.of(IdlePipesMain.class.getName(), PEERS, String.valueOf(port), String.valueOf(many)));
    }

    private static void playPeers(int port, int many) throws IOException {
        List<SocketChannel> channels = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            SocketChannel channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            channel.write(ByteBuffer.wrap(HELLO));
            channel.write(ByteBuffer.wrap(MESSAGE));
            channels.add(channel);
        }
        System.out.println(CONNECTED);
        while (System.in.read() >= 0) {
            // until the other process has ended
        }
        for (SocketChannel channel : channels) {
            channel.close();
        }
    }
}
