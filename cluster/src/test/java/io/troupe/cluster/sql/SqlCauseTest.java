// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class SqlCauseTest {
    @Test
    void shouldSayInOneLineWhatADriverSaysInSeveral() {
        SQLException failure = new SQLException("ERROR: canceling statement due to lock timeout\n  Position: 292\n");
        assertThat(SqlCause.of(failure)).isEqualTo("ERROR: canceling statement due to lock timeout, Position: 292");
    }

    @Test
    void shouldSayWhatToDoWhenTheDiskIsFull() {
        SQLException failure =
                new SQLException("ERROR: could not extend file\n  Hint: Check free disk space.", "53100");
        assertThat(SqlCause.of(failure))
                .isEqualTo("the disk of the database is full, make room there and it goes on: "
                        + "ERROR: could not extend file, Hint: Check free disk space.");
    }
}
