// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.troupe;

import io.troupe.sp.Sockets;
import io.troupe.sp.socket.ReceivingSocket;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What idle pipes cost: so many peers, bare channels of another process, are connected to one PULL over TCP and have sent one
 * message each. Prints the heap per pipe with all that belongs to it, and the processor time of the listening process while
 * nothing happens. Each process needs a file per pipe ({@code ulimit -n}). Arguments: pipes (10000), seconds (10),
 * {@code --json}.
 */
public final class IdlePipesMain {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String PEERS = "--peers";
    private static final int WARM_UP = 100;
    private static final byte[] HELLO = {0, 'S', 'P', 0, 0, 0x50, 0, 0};
    private static final byte[] MESSAGE = {0, 0, 0, 0, 0, 0, 0, 1, 'x'};

    private IdlePipesMain() {}

    /** Runs the measurement; with {@code --peers}: plays the peers. */
    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length > 0 && args[0].equals(PEERS)) {
            playPeers(Figures.number(args, 0, 0), Figures.number(args, 1, 0));
            return;
        }
        int pipes = Figures.number(args, 0, 10_000);
        int seconds = Figures.number(args, 1, 10);
        try (ReceivingSocket pull = Sockets.pull()) {
            int port = URI.create(pull.listen("tcp://127.0.0.1:0").uri()).getPort();
            Process first = peers(port, WARM_UP);
            receive(pull, WARM_UP);
            long before = Figures.usedHeap();
            Process others = peers(port, pipes - WARM_UP);
            receive(pull, pipes - WARM_UP);
            long heap = Figures.usedHeap() - before;
            long start = Figures.processorNanos();
            TimeUnit.SECONDS.sleep(seconds);
            double percent = (Figures.processorNanos() - start) / 1e7 / seconds;
            new Figures("idle-pipes")
                    .add("pipes", (long) pull.pipes().size())
                    .add("heap-bytes-per-pipe", heap / (pipes - WARM_UP))
                    .add("processor-percent", percent)
                    .print(Figures.json(args));
            first.destroy();
            others.destroy();
        }
    }

    private static void receive(ReceivingSocket pull, int messages) {
        for (int i = 0; i < messages; i++) {
            pull.receive(LIMIT).release();
        }
    }

    /** Another process, which ends with this one. */
    private static Process peers(int port, int many) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new ProcessBuilder(
                        java,
                        "-cp",
                        System.getProperty("java.class.path"),
                        IdlePipesMain.class.getName(),
                        PEERS,
                        String.valueOf(port),
                        String.valueOf(many))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static void playPeers(int port, int many) throws IOException {
        List<SocketChannel> channels = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            SocketChannel channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            channel.write(ByteBuffer.wrap(HELLO));
            channel.write(ByteBuffer.wrap(MESSAGE));
            channels.add(channel);
        }
        while (System.in.read() >= 0) {
            // until the other process has ended
        }
        for (SocketChannel channel : channels) {
            channel.close();
        }
    }
}
