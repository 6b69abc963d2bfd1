// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport;

import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** Numbers for pipes and requests: 31 bits from a random start upwards, as the peers do. */
public final class PipeIds {
    private static final AtomicInteger NEXT = new AtomicInteger(new SecureRandom().nextInt());

    private PipeIds() {}

    /** The next number: 1 to 2^31 − 1. Repeats after 2^31 − 1 pipes; by then the old ones are gone. */
    public static int next() {
        int id;
        do {
            id = NEXT.incrementAndGet() & Integer.MAX_VALUE;
        } while (id == 0);
        return id;
    }
}
