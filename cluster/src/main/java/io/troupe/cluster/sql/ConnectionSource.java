// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Opens connections to one database, for example a DataSource. Any thread. */
@FunctionalInterface
public interface ConnectionSource {
    /**
     * A new connection, which the caller closes.
     *
     * @throws SQLException if there is none
     */
    Connection open() throws SQLException;

    /** That of an application: whatever its pool throws, or if it gives nothing, there is no connection. */
    static ConnectionSource of(DataSource source) {
        return () -> {
            Connection connection;
            try {
                connection = source.getConnection();
            } catch (RuntimeException e) {
                throw new SQLException("a DataSource must give a connection, cause=" + e, e);
            }
            if (connection == null) {
                throw new SQLException("a DataSource must give a connection, found=null");
            }
            return connection;
        };
    }
}
