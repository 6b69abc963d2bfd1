// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport;

import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** The numbers of pipes in this process: 31 bits, upwards from a random start. Transports give one to each {@link Pipe}. Thread-safe. */
public final class PipeIds {
    private static final AtomicInteger NEXT = new AtomicInteger(new SecureRandom().nextInt());

    private PipeIds() {}

    /** {@return the next number, 1 to 2^31 − 1} Numbers repeat after 2^31 − 1 pipes; by then the old ones are gone. */
    public static int next() {
        int id;
        do {
            id = NEXT.incrementAndGet() & Integer.MAX_VALUE;
        } while (id == 0);
        return id;
    }
}
