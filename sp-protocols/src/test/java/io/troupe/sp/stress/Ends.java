// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.stress;

import io.troupe.sp.socket.ReceivingSocket;
import io.troupe.sp.socket.SendingSocket;
import io.troupe.sp.socket.SpSocket;
import java.time.Duration;
import java.util.Random;

/**
 * Two sockets.
 *
 * @param from sends
 * @param to receives
 * @param fromListens which of them listens; the other dials
 */
record Ends(SendingSocket from, ReceivingSocket to, boolean fromListens) implements AutoCloseable {
    SpSocket listening() {
        return fromListens ? from : to;
    }

    SpSocket dialling() {
        return fromListens ? to : from;
    }

    /** Closes one, then the other, each gently or at once. */
    void closeSomehow(Random random) {
        SpSocket first = random.nextBoolean() ? from : to;
        closeSomehow(first, random);
        closeSomehow(first == from ? to : from, random);
    }

    static void closeSomehow(SpSocket socket, Random random) {
        if (random.nextBoolean()) {
            socket.close(Duration.ZERO);
        } else {
            socket.close(Duration.ofMillis(random.nextInt(200)));
        }
    }

    @Override
    public void close() {
        from.close(Duration.ZERO);
        to.close(Duration.ZERO);
    }
}
