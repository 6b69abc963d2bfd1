// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DatabaseTest {
    @Test
    void shouldNotRepeatThePasswordOfAWrongUrl() {
        assertThat(new Database("jdbc:mysql://localhost/bank?password=secret").problem())
                .isEqualTo("db must be a file of SQLite or a URL of PostgreSQL: db=jdbc:mysql://localhost/bank");
        assertThat(new Database("jdbc:postgresql://localhost:port/bank?password=secret").problem())
                .isEqualTo("db must have a driver on the class path: db=jdbc:postgresql://localhost:port/bank");
    }
}
