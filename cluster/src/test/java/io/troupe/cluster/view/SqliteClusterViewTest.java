// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.cluster.ClusterConfig;
import io.troupe.cluster.sql.ConnectionSource;
import io.troupe.cluster.sql.StateFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteClusterViewTest extends ClusterViewContract {
    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("state.db");
    }

    @Override
    ConnectionSource source() {
        return StateFile.source(file());
    }

    @Override
    ClusterConfig config() {
        return ClusterConfig.file(file());
    }

    @Override
    ClusterView view() {
        return ClusterView.file(file());
    }

    @Override
    void makeTablesOfAProcessAlone() {}

    @Override
    ClusterView viewOfEmpty() throws Exception {
        Files.createFile(file());
        return view();
    }

    @Test
    void shouldMakeNoFile() {
        assertThatThrownBy(this::view)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a file of states must exist: file=" + file());
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void shouldMakeTheSameTablesAsAMember() throws Exception {
        ClusterSchema.apply(file());
        assertThat(view().shards()).hasSize(4096).allMatch(shard -> shard.owner() == null);
        try (Connection connection =
                StateFile.source(folder.resolve("printed.db")).open()) {
            for (String statement : ClusterSchema.sqlite()) {
                connection.createStatement().execute(statement);
            }
        }
        try (ClusterView view = ClusterView.file(folder.resolve("printed.db"))) {
            assertThat(view.members()).isEmpty();
            assertThat(view.shards()).hasSize(4096);
        }
    }
}
