// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import io.troupe.dispatch.timer.Timeout;
import java.security.cert.X509Certificate;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * One connection of a {@link Transport}: bytes in order, both ways. Protocols write to it and schedule their timeouts
 * on it. "Loop only" says: on the thread that calls its {@link ConnectionListener}.
 */
public interface Connection {
    /**
     * {@return the other end, for people: {@code 127.0.0.1:7000}, or an address; with TLS also the subject of the
     * peer's certificate} Any thread.
     */
    String peer();

    /** {@return whether the bytes are encrypted and the peer has shown a certificate} Any thread. */
    boolean isSecure();

    /**
     * {@return whether it has ended because one side has refused the certificate or the TLS of the other} With TLS 1.3 whoever
     * dials is told so after {@link ConnectionListener#onOpen}. False unless overridden. Loop only.
     */
    default boolean isRefused() {
        return false;
    }

    /** {@return the certificate that the peer has shown, or null without TLS} Any thread. Null unless overridden. */
    default @Nullable X509Certificate certificate() {
        return null;
    }

    /** {@return whether the calling thread is the loop of this connection} */
    boolean inLoop();

    /**
     * Runs a task on the loop, never within this call. Any thread; tasks of one thread run in their order. A task that
     * comes while the connection ends runs, too, perhaps after {@link ConnectionListener#onClose}. A task that comes
     * after that is dropped.
     *
     * @param task must not block; if it throws, the connection is aborted
     */
    void execute(Runnable task);

    /**
     * {@return the loop, for tasks that may outlive this connection} It runs them in the order of one thread, also after the
     * end of the connection. Once the transport has closed it throws {@link java.util.concurrent.RejectedExecutionException}.
     * Any thread.
     */
    Executor loop();

    /**
     * Runs a task on the loop after a delay. Any thread. The end of the connection cancels the task.
     *
     * @param nanos delay in nanoseconds; 0 or less: as soon as possible
     * @param task must not block; if it throws, the connection is aborted
     * @return cancels the task; not pending any more if the connection has ended
     */
    Timeout schedule(long nanos, Runnable task);

    /**
     * Sends bytes, which are copied: they leave with the next {@link #flush}. Never refuses bytes while the connection
     * is open; writers look at {@link #isWritable}. Dropped once the connection closes. Calls no listener, neither that
     * of this connection nor another one, before it returns. Loop only.
     *
     * @param bytes the array that has them; the caller's again after the call
     * @param from index of the first byte
     * @param to index behind the last byte
     */
    void write(byte[] bytes, int from, int to);

    /** Lets the bytes leave that were written. Calls no listener before it returns. Loop only. */
    void flush();

    /**
     * {@return whether there is room for more bytes} False once the waiting bytes have reached the high mark, true
     * again when they have sunk to the low mark ({@link TransportConfig}); {@link ConnectionListener#onWritable} tells.
     * Loop only.
     */
    boolean isWritable();

    /** {@return bytes that were written and have not left this process} Loop only. */
    long unsent();

    /**
     * Stops reading from the socket, or goes on. Going on offers the rest again that the listener has left. If the other
     * side has closed in order, the listener gets that rest before it is told the end. Loop only.
     *
     * @param on false stops, true goes on; a connection begins with true
     */
    void reading(boolean on);

    /**
     * Closes in order: when the written bytes have left, after a few seconds at the latest. Bytes that still come in
     * are dropped. Any thread.
     */
    void close();

    /** Closes at once, and drops the bytes that wait. Any thread. */
    void abort();
}
