// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Members that share a store, for those who would have it alone. */
final class LivingMembers {
    private LivingMembers() {}

    /**
     * Refuses if there is a member whose lease goes on. The caller has the lock without which nobody joins.
     *
     * @param now the time in SQL
     * @throws IllegalStateException if there is one
     */
    static void refuse(Connection connection, String now) throws SQLException {
        List<String> names = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select name from troupe_member where status <> 'GONE'"
                        + " and lease_until >= " + now + " order by name")) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        if (!names.isEmpty()) {
            throw new IllegalStateException(
                    "a database that members share must not be opened alone, join them by ClusterConfig.listen: members="
                            + names);
        }
    }
}
