// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

import io.troupe.core.promise.Promise;
import java.time.Duration;
import java.util.Optional;

/** Keeps a socket connected to an address: dials until somebody is there, and again after each loss. Thread-safe. */
public interface SocketDialer extends AutoCloseable {
    /** The address. */
    String uri();

    /** The first connection; fails only when the dialer is closed before. Await it to know that somebody is there. */
    Promise<PipeInfo> connected();

    /** Why the last attempt failed, or the last connection ended. */
    Optional<SpException> lastError();

    /**
     * Changes the pauses between attempts. They begin with the least again, also one that is going on.
     *
     * @param least the first pause, more than zero
     * @param most up to which pauses double; less than the first one counts as that
     * @throws IllegalArgumentException if one of them is not more than zero
     */
    void pauses(Duration least, Duration most);

    /** Stops dialling, and closes the pipe if there is one. */
    @Override
    void close();
}
