// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.socket.SpSocket;

/** A socket whose messages are served by an actor; {@link SpActors} opens it. It closes with its system, or before. Thread-safe. */
public final class SpEndpoint implements AutoCloseable {
    private final SpSocket socket;
    private final String uri;
    private final ServiceFailures failures;

    SpEndpoint(SpSocket socket, String uri, ServiceFailures failures) {
        this.socket = socket;
        this.uri = uri;
        this.failures = failures;
    }

    /** {@return the address where it listens, with the real port, or which it dials} */
    public String uri() {
        return uri;
    }

    /** {@return the socket, for more addresses, statistics and pipe events} Only the endpoint may receive from it. */
    public SpSocket socket() {
        return socket;
    }

    /**
     * {@return how many messages had a service that failed, took too long or gave no answer} The statistics of the socket tell
     * them apart: {@code FAILED}, {@code OVERDUE}, {@code UNANSWERED}.
     */
    public long failures() {
        return failures.sum();
    }

    /**
     * Closes the socket, after answers that were given are written, see {@link SpSocket#close()}. The service is not called any
     * more; what it still answers is dropped. Closing twice is harmless.
     */
    @Override
    public void close() {
        socket.close();
    }
}
