// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import java.nio.file.Path;
import java.sql.DriverManager;
import org.junit.jupiter.api.io.TempDir;

class SqliteShardFenceTest extends ShardFenceContract {
    @TempDir
    private Path folder;

    @Override
    protected ConnectionSource source() {
        String url = "jdbc:sqlite:" + folder.resolve("state.db");
        return () -> DriverManager.getConnection(url);
    }
}
