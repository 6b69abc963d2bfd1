// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import java.sql.SQLException;

/** What the driver of a database says, and what to do about it where that is known. */
final class SqlCause {
    /** The code of SQLite for a disk, or a file with a limit, that has no room. */
    private static final int SQLITE_FULL = 13;

    /** That of PostgreSQL. */
    private static final String DISK_FULL = "53100";

    private SqlCause() {}

    /** Why something has failed, for a sentence. */
    static String of(SQLException failure) {
        boolean full = failure.getErrorCode() == SQLITE_FULL || DISK_FULL.equals(failure.getSQLState());
        return full
                ? "the disk of the database is full, make room there and it goes on: " + failure.getMessage()
                : String.valueOf(failure.getMessage());
    }
}
