// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

import io.troupe.core.promise.Promise;
import java.time.Duration;
import java.util.Optional;

/**
 * Keeps a socket connected to one address: dials until somebody listens there, and again after each loss. {@link SpSocket#dial}
 * starts it. Closing it, or the socket, ends it. Thread-safe.
 */
public interface SocketDialer extends AutoCloseable {
    /** {@return the address that is dialled} */
    String uri();

    /**
     * {@return the first connection, as a promise} Await it to know that a peer is connected. It stays fulfilled when that
     * connection is lost, and it fails only when the dialer is closed before, with CLOSED.
     */
    Promise<PipeInfo> connected();

    /** {@return why the last attempt failed or the last connection ended; empty before the first such event} */
    Optional<SpException> lastError();

    /**
     * Changes the pauses between attempts. The next pause is a first one again, and a pause that is under way begins anew.
     *
     * @param least the first pause, more than zero
     * @param most the pause up to which pauses double, more than zero; a value below {@code least} counts as {@code least}
     * @throws IllegalArgumentException if one of them is not more than zero; then nothing changes
     */
    void pauses(Duration least, Duration most);

    /**
     * Stops dialling, and closes the pipe, if there is one. The pipe may still write its messages as long as the option
     * {@code linger} of the socket says; this call does not wait for that.
     */
    @Override
    void close();
}
