// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.socket.SpSocket;

/** A socket that is served by actors. Closes with its system, or before. Thread-safe. */
public final class SpEndpoint implements AutoCloseable {
    private final SpSocket socket;
    private final String uri;
    private final ServiceFailures failures;

    SpEndpoint(SpSocket socket, String uri, ServiceFailures failures) {
        this.socket = socket;
        this.uri = uri;
        this.failures = failures;
    }

    /** Where it listens, with the real port; or where it dials. */
    public String uri() {
        return uri;
    }

    /** The socket: for more addresses, statistics and pipe events. Receiving from it is the endpoint's business. */
    public SpSocket socket() {
        return socket;
    }

    /** Messages whose service failed, took too long, or gave no answer; by cause in the statistics of the socket. */
    public long failures() {
        return failures.sum();
    }

    /** Closes the socket, after what was answered is written; the service is not called any more. */
    @Override
    public void close() {
        socket.close();
    }
}
