// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.sp;

import io.troupe.examples.cli.Json;
import io.troupe.sp.socket.SocketStats;
import io.troupe.sp.socket.SpSocket;
import java.io.PrintStream;
import picocli.CommandLine.Option;

/** The option of those who print no messages. */
final class Sums {
    @Option(names = "--json", description = "At the end how much was sent, as a JSON object on one line.")
    private boolean json;

    /** The output of {@code --json}. */
    record Sent(long sent, long bytes, long dropped) {}

    /** Prints it if it is wanted. */
    void print(SpSocket socket, PrintStream out) {
        if (json) {
            SocketStats stats = socket.stats();
            long dropped =
                    stats.dropped().values().stream().mapToLong(Long::longValue).sum();
            out.println(Json.line(new Sent(stats.sent(), stats.bytesSent(), dropped)));
            out.flush();
        }
    }
}
