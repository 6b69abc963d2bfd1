// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A few connections that wait for their next use, so that a source without a pool will do. One that has failed is closed and
 * not used again. Any thread.
 */
final class Connections implements AutoCloseable {
    private static final int KEPT = 4;

    private final ConnectionSource source;
    private final Preparation preparation;

    private final Deque<Connection> idle = new ArrayDeque<>(); // guarded by itself
    private boolean closed; // guarded by idle

    Connections(ConnectionSource source, Preparation preparation) {
        this.source = source;
        this.preparation = preparation;
    }

    /** Runs one query on one of them. */
    <T> T with(Query<T> query) throws SQLException {
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
        boolean kept;
        synchronized (idle) {
            kept = usable && !closed && idle.size() < KEPT;
            if (kept) {
                idle.push(connection);
            }
        }
        if (!kept) {
            close(connection);
        }
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
            all = List.copyOf(idle);
            idle.clear();
        }
        all.forEach(Connections::close);
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
