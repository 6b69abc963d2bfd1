// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import java.sql.Connection;
import java.sql.SQLException;

/** Opens connections to one database, for example a DataSource. Any thread. */
@FunctionalInterface
public interface ConnectionSource {
    /**
     * A new connection, which the caller closes.
     *
     * @throws SQLException if there is none
     */
    Connection open() throws SQLException;
}
