// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A bounded number of connections that stay open for their next use, so that a source without a pool will do. Whoever finds all
 * in use waits. When one has failed, it is closed, and so are those that nobody uses: the next ones are new. One that nobody has
 * used for seconds is asked first whether it is still there: servers, and what is between, end those that rest. Any thread.
 */
final class Connections implements AutoCloseable {
    /** One that has rested for so long may have been ended meanwhile. */
    static final long REST_NANOS = 5_000_000_000L;

    /** Longest wait for the answer of one that has rested, in seconds. */
    private static final int VALID_SECONDS = 5;

    private final ConnectionSource source;
    private final Preparation preparation;
    private final LongSupplier nanos;

    /** One permit for each that is not in use, open or not; none for the reserved one. */
    private final Semaphore free;

    private final Deque<Unused> idle = new ArrayDeque<>(); // guarded by itself

    /** The one that nobody else uses, while it is not in use. Guarded by idle. */
    private final Deque<Unused> reserved = new ArrayDeque<>(1);

    private boolean closed; // guarded by idle

    /** One that is open, and since when nobody uses it. */
    private record Unused(Connection connection, long since) {}

    /**
     * None is open yet.
     *
     * @param source of connections
     * @param preparation of each that is opened
     * @param most that are open at the same time, but for the reserved one
     */
    Connections(ConnectionSource source, Preparation preparation, int most) {
        this(source, preparation, most, System::nanoTime);
    }

    /** By a clock of nanoseconds. */
    Connections(ConnectionSource source, Preparation preparation, int most, LongSupplier nanos) {
        this.source = source;
        this.preparation = preparation;
        this.nanos = nanos;
        this.free = new Semaphore(most, true);
    }

    /** Runs one query on the one that is reserved: the same each time, unless one has failed. One thread at a time. */
    <T> T withReserved(Query<T> query) throws SQLException {
        return with(reserved, query);
    }

    /** Runs one query on one of the others. Waits until one is free. */
    <T> T with(Query<T> query) throws SQLException {
        free.acquireUninterruptibly();
        try {
            return with(idle, query);
        } finally {
            free.release();
        }
    }

    private <T> T with(Deque<Unused> unused, Query<T> query) throws SQLException {
        Connection connection = take(unused);
        boolean done = false;
        try {
            T result = query.run(connection);
            done = true;
            return result;
        } finally {
            giveBack(connection, unused, done);
        }
    }

    private Connection take(Deque<Unused> unused) throws SQLException {
        Unused known = known(unused);
        if (known != null && isThere(known)) {
            return known.connection;
        }
        Connection made = source.open();
        boolean done = false;
        try {
            preparation.prepare(made);
            done = true;
            return made;
        } finally {
            if (!done) {
                close(made);
            }
        }
    }

    private @Nullable Unused known(Deque<Unused> unused) throws SQLException {
        synchronized (idle) {
            if (closed) {
                throw new SQLException("the connections are closed");
            }
            return unused.poll();
        }
    }

    /** If not, it is closed with all others that nobody uses. */
    private boolean isThere(Unused known) {
        if (nanos.getAsLong() - known.since < REST_NANOS || answers(known.connection)) {
            return true;
        }
        List<Connection> dropped;
        synchronized (idle) {
            dropped = takeAll();
        }
        close(known.connection);
        dropped.forEach(Connections::close);
        return false;
    }

    private static boolean answers(Connection connection) {
        try {
            return connection.isValid(VALID_SECONDS);
        } catch (SQLException e) {
            return false;
        }
    }

    private void giveBack(Connection connection, Deque<Unused> unused, boolean usable) {
        List<Connection> dropped;
        synchronized (idle) {
            unused.push(new Unused(connection, nanos.getAsLong()));
            dropped = usable && !closed ? List.of() : takeAll();
        }
        dropped.forEach(Connections::close);
    }

    private static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            // nobody needs it any more
        }
    }

    @Override
    public void close() {
        List<Connection> all;
        synchronized (idle) {
            closed = true;
            all = takeAll();
        }
        all.forEach(Connections::close);
    }

    private List<Connection> takeAll() {
        List<Connection> all = new ArrayList<>();
        idle.forEach(each -> all.add(each.connection));
        reserved.forEach(each -> all.add(each.connection));
        idle.clear();
        reserved.clear();
        return all;
    }

    @FunctionalInterface
    interface Preparation {
        void prepare(Connection connection) throws SQLException;
    }

    @FunctionalInterface
    interface Query<T> {
        T run(Connection connection) throws SQLException;
    }
}
