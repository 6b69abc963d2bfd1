// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.engine;

import io.troupe.sp.error.SpError;
import io.troupe.sp.error.SpException;
import io.troupe.sp.transport.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What all sockets of a process share: timers and transports with their threads. Both exist from the first use on and
 * end when the last socket has closed. Thread-safe.
 */
public final class Engine {
    private static final Engine SHARED = new Engine(null);

    private final @Nullable Timers given;
    private final Object lock = new Object();
    private int users;
    private @Nullable ThreadTimers own;
    private List<Transport> transports = List.of();

    private Engine(@Nullable Timers given) {
        this.given = given;
    }

    /** The one that sockets use. */
    public static Engine shared() {
        return SHARED;
    }

    /** One with timers of its own, for tests. */
    public static Engine with(Timers timers) {
        return new Engine(timers);
    }

    /** A socket opens. */
    public void acquire() {
        synchronized (lock) {
            users++;
        }
    }

    /** A socket has closed. */
    public void release() {
        List<Transport> unused = List.of();
        ThreadTimers stopped = null;
        synchronized (lock) {
            if (--users == 0) {
                unused = transports;
                stopped = own;
                transports = List.of();
                own = null;
            }
        }
        unused.forEach(Transport::close);
        if (stopped != null) {
            stopped.close();
        }
    }

    /** The timers; only between {@link #acquire} and {@link #release}. */
    public Timers timers() {
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
    public Transport transport(String scheme) {
        synchronized (lock) {
            if (transports.isEmpty()) {
                List<Transport> found = new ArrayList<>();
                ServiceLoader.load(Transport.class, Engine.class.getClassLoader())
                        .forEach(found::add);
                transports = List.copyOf(found);
            }
            for (Transport transport : transports) {
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
