// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import java.sql.Connection;
import java.sql.SQLException;

/** Names a database in sentences. */
final class DatabaseUrl {
    private DatabaseUrl() {}

    /** {@return the URL of a database without its parameters, as one of them may be a password} */
    static String of(Connection connection) throws SQLException {
        return connection.getMetaData().getURL().replaceFirst("(?s)\\?.*", "");
    }
}
