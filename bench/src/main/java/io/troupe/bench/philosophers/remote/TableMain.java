// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.philosophers.remote;

import io.troupe.bench.remoting.measure.ServerMain;
import io.troupe.bench.remoting.stack.Server;
import io.troupe.remoting.Encoding;
import java.util.List;

/**
 * The program of the process with the table. Prints its port, and ends when its standard input does. Arguments:
 *
 * <pre>
 *   SEATS pekko
 *   SEATS troupe ENCODING DISPATCHER
 * </pre>
 */
public final class TableMain {
    static final String PEKKO = "pekko";
    static final String TROUPE = "troupe";

    private TableMain() {}

    /** Lays a table and serves. */
    public static void main(String[] args) {
        ServerMain.run(() -> lay(List.of(args)));
    }

    private static Server lay(List<String> arguments) {
        if (arguments.size() == 2 && arguments.get(1).equals(PEKKO)) {
            return PekkoVisit.lay(seats(arguments));
        }
        if (arguments.size() == 4 && arguments.get(1).equals(TROUPE)) {
            return TroupeVisit.lay(seats(arguments), Encoding.of(arguments.get(2)), arguments.get(3));
        }
        throw new IllegalArgumentException(
                "arguments must be SEATS pekko, or SEATS troupe ENCODING DISPATCHER: arguments=" + arguments);
    }

    private static int seats(List<String> arguments) {
        return Integer.parseInt(arguments.get(0));
    }
}
