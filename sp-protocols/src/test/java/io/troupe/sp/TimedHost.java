// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.socket.SocketHost;
import io.troupe.sp.socket.SocketTimers;
import java.util.Random;
import java.util.random.RandomGenerator;

/** Time of the test's own, and chance that is the same each time; the transports are those of the process. */
record TimedHost(SocketTimers timers, RandomGenerator random, boolean isDriven) implements SocketHost {
    TimedHost(SocketTimers timers) {
        this(timers, new Random(1), false);
    }
}
