// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.troupe;

import com.sun.management.ThreadMXBean;
import io.troupe.bench.harness.Arguments;
import io.troupe.bench.harness.Tool;
import io.troupe.sp.Sockets;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DuplexSocket;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * What messages cost the garbage collector: bytes that all threads of the process allocate per message of PAIR, with both
 * ends here, per transport; in a round trip by one thread, and in a stream from one thread to another.
 */
public final class AllocationMain {
    private static final String HELP =
            """
            Prints the bytes that a message of PAIR allocates, per transport.
              --messages  in each measurement
              --bytes     of a message
              --json      lines of JSON
              --help      this text""";
    private static final int FEWEST = 4;
    private static final int MOST = 1_000_000_000;
    private static final int MOST_BYTES = 1 << 20;
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private AllocationMain() {}

    /** Runs the measurement. */
    public static void main(String[] args) {
        tool().start(args);
    }

    /** The program, for its start and for tests. */
    public static Tool tool() {
        return new Tool(
                AllocationMain.class,
                HELP,
                Map.of("messages", "200000", "bytes", "100", "json", "false"),
                List.of("messages", "bytes"),
                AllocationMain::read);
    }

    private static Tool.Work read(Arguments arguments) {
        int messages = arguments.number("messages", FEWEST, MOST);
        int bytes = arguments.number("bytes", 0, MOST_BYTES);
        boolean json = arguments.flag("json");
        return () -> {
            measure(messages, bytes, json);
            return 0;
        };
    }

    private static void measure(int messages, int bytes, boolean json) throws IOException, InterruptedException {
        Path file = Files.createTempDirectory("troupe-allocation").resolve("s");
        for (String uri : new String[] {"inproc://allocation", "ipc://" + file, "tcp://127.0.0.1:0"}) {
            try (DuplexSocket left = Sockets.pair();
                    DuplexSocket right = Sockets.pair()) {
                right.dial(left.listen(uri).uri()).connected().await(LIMIT);
                String scheme = uri.substring(0, uri.indexOf(':'));
                trips(left, right, messages / 4, bytes);
                long start = allocated();
                trips(left, right, messages / 2, bytes);
                print(json, scheme, "round-trip", (allocated() - start) / (double) (messages / 2 * 2));
                print(json, scheme, "stream", stream(left, right, messages, bytes));
            }
        }
        Files.delete(file.getParent());
    }

    private static void print(boolean json, String scheme, String style, double bytesPerMessage) {
        new Figures("allocation")
                .add("transport", scheme)
                .add("style", style)
                .add("bytes-per-message", bytesPerMessage)
                .print(json);
    }

    private static void trips(DuplexSocket left, DuplexSocket right, int trips, int bytes) {
        for (int i = 0; i < trips; i++) {
            right.send(SpMessage.allocate(bytes));
            left.send(left.receive(LIMIT));
            right.receive(LIMIT).release();
        }
    }

    /** The first half warms up; the sender does not end before the figure is taken, since its count would be lost. */
    private static double stream(DuplexSocket left, DuplexSocket right, int messages, int bytes)
            throws InterruptedException {
        Thread sender = new Thread(() -> {
            for (int i = 0; i < 2 * messages; i++) {
                right.send(SpMessage.allocate(bytes));
            }
            right.receive(LIMIT).release();
        });
        sender.start();
        receive(left, messages);
        long start = allocated();
        receive(left, messages);
        long used = allocated() - start;
        left.send(SpMessage.of("end"));
        sender.join();
        return used / (double) messages;
    }

    private static void receive(DuplexSocket socket, int messages) {
        for (int i = 0; i < messages; i++) {
            socket.receive(LIMIT).release();
        }
    }

    /** By all threads that live, those of the virtual machine left out. */
    private static long allocated() {
        return Arrays.stream(THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds()))
                .sum();
    }
}
