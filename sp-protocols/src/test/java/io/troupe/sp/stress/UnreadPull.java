// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.stress;

import io.troupe.core.promise.Promise;
import io.troupe.sp.Sockets;
import io.troupe.sp.socket.ReceivingSocket;
import io.troupe.sp.socket.RepSocket;
import io.troupe.sp.socket.SocketOptions;
import java.io.IOException;
import java.time.Duration;

/** A process that answers at one address, and at another reads nothing until it is told to. */
final class UnreadPull {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private UnreadPull() {}

    /** Arguments: where to answer, and where not to read. Says both, then how many messages came when told so many. */
    public static void main(String[] args) throws IOException {
        try (RepSocket rep = Sockets.rep();
                ReceivingSocket pull = Sockets.pull(
                        SocketOptions.builder().receiveTimeout(LIMIT).build())) {
            rep.serve(Promise::of);
            System.out.println(rep.listen(args[0]).uri());
            System.out.println(pull.listen(args[1]).uri());
            int wanted = Integer.parseInt(line());
            for (int i = 0; i < wanted; i++) {
                pull.receive().release();
            }
            System.out.println(wanted);
        }
    }

    private static String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = System.in.read(); next >= ' '; next = System.in.read()) {
            line.append((char) next);
        }
        return line.toString();
    }
}
