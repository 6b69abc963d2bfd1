// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

import java.util.random.RandomGenerator;

/**
 * Where sockets live: the time and the chance that they go by. Sockets without one live in this process, on its clock, with a
 * secure source of chance. A simulation brings its own; if it also brings transports, it is an
 * {@code io.troupe.sp.transport.TransportHost}. {@link SocketOptions.Builder#host} takes it. Thread-safe, unless it is
 * {@linkplain #isDriven driven}.
 */
public interface SocketHost {
    /** {@return the time, always the same object} */
    SocketTimers timers();

    /** {@return a source of chance: for pauses before dialling again, and for the first numbers of requests and surveys} */
    RandomGenerator random();

    /**
     * {@return whether one thread does everything in turn, so that nothing would ever happen if it waited} Calls that would
     * have to wait then fail with STATE: sockets are used by promises and by calls that only try. Closing does not wait,
     * either.
     */
    boolean isDriven();
}
