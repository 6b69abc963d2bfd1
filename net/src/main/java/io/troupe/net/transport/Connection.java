// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import io.troupe.dispatch.timer.Timeout;
import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;

/** One connection. "Loop only" means: on the thread that calls its listener. */
public interface Connection {
    /** The other end, for people: {@code 127.0.0.1:7000}, a path, or a name; with TLS also the peer's certificate subject. */
    String peer();

    /** Whether the bytes are encrypted and the peer has shown a certificate. */
    boolean isSecure();

    /** The certificate that the peer has shown; null without TLS. Any thread. */
    default @Nullable X509Certificate certificate() {
        return null;
    }

    /** Whether the calling thread is the loop. */
    boolean inLoop();

    /**
     * Runs a task on the loop, soon. Any thread. A task that comes while the connection ends runs, too, perhaps after {@link
     * ConnectionListener#onClose}; one that comes after that is dropped.
     */
    void execute(Runnable task);

    /**
     * Runs a task on the loop, later. Any thread. Cancelled when the connection closes.
     *
     * @param nanos delay
     */
    Timeout schedule(long nanos, Runnable task);

    /** Sends bytes, which are copied; they leave with the next {@link #flush}. Loop only. */
    void write(byte[] bytes, int from, int to);

    /** Lets what was written leave. Loop only. */
    void flush();

    /**
     * Whether there is room for more: false when what waits to leave has reached the high mark, true again when it has sunk to
     * the low mark; {@link ConnectionListener#onWritable} tells. Loop only.
     */
    boolean isWritable();

    /** Bytes that wait to leave. Loop only. */
    long unsent();

    /** Stops and goes on reading from the socket. Going on offers the rest again that the listener has left. Loop only. */
    void reading(boolean on);

    /** Closes when what was written has left, at the latest after a few seconds; what still comes is dropped. Any thread. */
    void close();

    /** Closes at once. Any thread. */
    void abort();
}
