// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.socket.SocketHost;
import io.troupe.sp.socket.SocketTimers;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.SpTransport;
import io.troupe.sp.transport.TransportHost;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What all sockets of a process share: timers and transports with their threads. Both exist from the first use on and
 * end when the last socket has closed. A socket with a {@link SocketHost} takes of the process what its host does not have.
 * Thread-safe.
 */
final class SocketEngine {
    private static final SocketEngine SHARED = new SocketEngine(null);

    private final @Nullable SocketHost host;
    private final Object lock = new Object();
    private int users;
    /** Whether transports of the process are used here, which makes this one of its users. */
    private boolean borrows;

    private @Nullable ThreadTimers own;
    private @Nullable RandomGenerator random;
    private List<SpTransport> transports = List.of();

    private SocketEngine(@Nullable SocketHost host) {
        this.host = host;
    }

    /** The one that sockets without a host use. */
    static SocketEngine shared() {
        return SHARED;
    }

    /** The one for a socket that lives there; null: in this process. */
    static SocketEngine of(@Nullable SocketHost host) {
        return host == null ? SHARED : new SocketEngine(host);
    }

    /** Whether one thread does everything in turn, so that nothing may wait. */
    boolean isDriven() {
        return host != null && host.isDriven();
    }

    /** Whether no socket is open here, and no host has transports from here. */
    boolean isUnused() {
        synchronized (lock) {
            return users == 0;
        }
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
        boolean returned = false;
        synchronized (lock) {
            if (--users == 0) {
                unused = transports;
                stopped = own;
                returned = borrows;
                transports = List.of();
                own = null;
                borrows = false;
            }
        }
        unused.forEach(SpTransport::close);
        if (stopped != null) {
            stopped.close();
        }
        if (returned) {
            SHARED.release();
        }
    }

    /** The timers; only between {@link #acquire} and {@link #release}. */
    SocketTimers timers() {
        if (host != null) {
            return host.timers();
        }
        synchronized (lock) {
            if (own == null) {
                own = new ThreadTimers();
            }
            return own;
        }
    }

    /** The source of chance. */
    RandomGenerator random() {
        if (host != null) {
            return host.random();
        }
        synchronized (lock) {
            if (random == null) {
                random = new SecureRandom();
            }
            return random;
        }
    }

    /**
     * The transport for a scheme; only between {@link #acquire} and {@link #release}.
     *
     * @throws SpException ADDRESS_INVALID when there is none; CLOSED when all sockets have closed meanwhile
     */
    SpTransport transport(String scheme) {
        if (host instanceof TransportHost island) {
            return island.transport(scheme);
        }
        synchronized (lock) {
            if (users == 0) {
                throw new SpException(SpError.CLOSED, "a socket that is closed connects to nobody: scheme=" + scheme);
            }
            if (host != null) {
                if (!borrows) {
                    SHARED.acquire();
                    borrows = true;
                }
                return SHARED.transport(scheme);
            }
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
