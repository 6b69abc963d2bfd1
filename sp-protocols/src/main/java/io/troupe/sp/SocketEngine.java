// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.SpTransport;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What all sockets of a process share: timers and transports with their threads. Both exist from the first use on and
 * end when the last socket has closed. Thread-safe.
 */
final class SocketEngine {
    private static final SocketEngine SHARED = new SocketEngine(null);

    private final @Nullable SocketTimers given;
    private final Object lock = new Object();
    private int users;
    private @Nullable ThreadTimers own;
    private List<SpTransport> transports = List.of();

    private SocketEngine(@Nullable SocketTimers given) {
        this.given = given;
    }

    /** The one that sockets use. */
    static SocketEngine shared() {
        return SHARED;
    }

    /** One with timers of its own, for tests. */
    static SocketEngine with(SocketTimers timers) {
        return new SocketEngine(timers);
    }

    /** A socket opens. */
    void acquire() {
        synchronized (lock) {
            users++;
        }
    }

    /** A socket has closed. */
    void release() {
        List<SpTransport> unused = List.of();
        ThreadTimers stopped = null;
        synchronized (lock) {
            if (--users == 0) {
                unused = transports;
                stopped = own;
                transports = List.of();
                own = null;
            }
        }
        unused.forEach(SpTransport::close);
        if (stopped != null) {
            stopped.close();
        }
    }

    /** The timers; only between {@link #acquire} and {@link #release}. */
    SocketTimers timers() {
        if (given != null) {
            return given;
        }
        synchronized (lock) {
            if (own == null) {
                own = new ThreadTimers();
            }
            return own;
        }
    }

    /**
     * The transport for a scheme; only between {@link #acquire} and {@link #release}.
     *
     * @throws SpException ADDRESS_INVALID when there is none
     */
    SpTransport transport(String scheme) {
        synchronized (lock) {
            if (transports.isEmpty()) {
                List<SpTransport> found = new ArrayList<>();
                ServiceLoader.load(SpTransport.class, SocketEngine.class.getClassLoader())
                        .forEach(found::add);
                transports = List.copyOf(found);
            }
            for (SpTransport transport : transports) {
                if (transport.schemes().contains(scheme)) {
                    return transport;
                }
            }
            TreeSet<String> known = new TreeSet<>();
            transports.forEach(transport -> known.addAll(transport.schemes()));
            throw new SpException(
                    SpError.ADDRESS_INVALID, "no transport has this scheme: scheme=" + scheme + ", known=" + known);
        }
    }
}
