// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * A bounded number of connections that stay open for their next use, so that a source without a pool will do. Whoever finds all
 * in use waits. When one has failed, it is closed, and so are those that nobody uses: the next ones are new. Any thread.
 */
final class Connections implements AutoCloseable {
    private final ConnectionSource source;
    private final Preparation preparation;

    /** One permit for each that is not in use, open or not; none for the reserved one. */
    private final Semaphore free;

    private final Deque<Connection> idle = new ArrayDeque<>(); // guarded by itself
    private boolean closed; // guarded by idle

    /**
     * None is open yet.
     *
     * @param source of connections
     * @param preparation of each that is opened
     * @param most that are open at the same time, but for the reserved one
     */
    Connections(ConnectionSource source, Preparation preparation, int most) {
        this.source = source;
        this.preparation = preparation;
        this.free = new Semaphore(most, true);
    }

    /** Runs one query on the one that is reserved. One thread at a time. */
    <T> T withReserved(Query<T> query) throws SQLException {
        return withFree(query);
    }

    /** Runs one query on one of the others. Waits until one is free. */
    <T> T with(Query<T> query) throws SQLException {
        free.acquireUninterruptibly();
        try {
            return withFree(query);
        } finally {
            free.release();
        }
    }

    private <T> T withFree(Query<T> query) throws SQLException {
        Connection connection = take();
        boolean done = false;
        try {
            T result = query.run(connection);
            done = true;
            return result;
        } finally {
            giveBack(connection, done);
        }
    }

    private Connection take() throws SQLException {
        Connection known = known();
        if (known != null) {
            return known;
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

    private @Nullable Connection known() throws SQLException {
        synchronized (idle) {
            if (closed) {
                throw new SQLException("the connections are closed");
            }
            return idle.poll();
        }
    }

    private void giveBack(Connection connection, boolean usable) {
        List<Connection> dropped;
        synchronized (idle) {
            idle.push(connection);
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
        List<Connection> all = List.copyOf(idle);
        idle.clear();
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
