// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import java.sql.SQLException;
import java.util.regex.Pattern;

/** What the driver of a database says, and what to do about it where that is known. */
final class SqlCause {
    /** The code of SQLite for a disk, or a file with a limit, that has no room. */
    private static final int SQLITE_FULL = 13;

    /** That of PostgreSQL. */
    private static final String DISK_FULL = "53100";

    private static final Pattern LINES = Pattern.compile("\\s*\\R\\s*");

    private SqlCause() {}

    /** Why something has failed, for a sentence. Drivers say more on lines of their own: a log has one line for it. */
    static String of(SQLException failure) {
        boolean full = failure.getErrorCode() == SQLITE_FULL || DISK_FULL.equals(failure.getSQLState());
        String said =
                LINES.matcher(String.valueOf(failure.getMessage()).strip()).replaceAll(", ");
        return full ? "the disk of the database is full, make room there and it goes on: " + said : said;
    }
}
