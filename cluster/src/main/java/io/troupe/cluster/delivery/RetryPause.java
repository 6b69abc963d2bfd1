// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.delivery;

import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.error.BackpressureException;
import io.troupe.core.error.CallNotServedException;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.error.MailboxFullException;
import io.troupe.core.error.SpawnRefusedException;

/** How long nobody tries again what has failed: a tenth of a second, then twice as long each time, up to half a minute. */
final class RetryPause {
    private static final long FIRST_MILLIS = 100;
    private static final long LONGEST_MILLIS = 30_000;

    private RetryPause() {}

    /** After so many failures in a row, 1 or more; in milliseconds. */
    static long after(int failures) {
        return Math.min(LONGEST_MILLIS, FIRST_MILLIS << Math.min(failures - 1, 20));
    }

    /** Whether the method has not answered at all, so that the attempt does not count: the store or the actor was not there. */
    static boolean isRefusal(Throwable failure) {
        return failure instanceof CallNotServedException
                || failure instanceof ActorStoppedException
                || failure instanceof SpawnRefusedException
                || failure instanceof BackpressureException
                || failure instanceof MailboxFullException
                || failure instanceof LinkLostException;
    }
}
