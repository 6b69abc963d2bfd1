// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.measure;

import io.troupe.bench.process.Parent;
import io.troupe.bench.remoting.stack.Client;
import io.troupe.bench.remoting.stack.Stack;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The client's process: connects, warms up, measures some windows, prints them and ends. */
public final class ClientMain {
    /** Begins the line with the result. */
    public static final String RESULT = "RESULT ";

    private static final int WINDOWS = 4;

    private ClientMain() {}

    /**
     * Measures.
     *
     * @param server process whose processor time counts, too
     */
    public static void run(Stack stack, int port, long server, Load load, long warmUpNanos, long windowNanos) {
        Parent.watch();
        Parent.guard(() -> {
            Client client = stack.connect(port);
            WarmUp.Work work = load.oneWay() ? new Tells(client)::window : new Asks(client, load.outstanding())::window;
            new WarmUp(work).run(warmUpNanos);
            System.out.println(RESULT + measure(work, windowNanos, server).line());
        });
    }

    /** The warm-up was the same code, so it has checked its counts, too. */
    private static Run measure(WarmUp.Work work, long nanos, long server) throws InterruptedException {
        List<Measured> windows = new ArrayList<>();
        long before = cpuNanos(server);
        for (int i = 0; i < WINDOWS; i++) {
            windows.add(work.window(Math.max(1, nanos / WINDOWS)));
        }
        return new Run(windows, cpuNanos(server) - before);
    }

    private static long cpuNanos(long server) {
        return Stream.of(ProcessHandle.of(server), Optional.of(ProcessHandle.current()))
                .flatMap(Optional::stream)
                .flatMap(process -> process.info().totalCpuDuration().stream())
                .mapToLong(Duration::toNanos)
                .sum();
    }
}
