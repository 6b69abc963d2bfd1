// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateFileTest {
    @TempDir
    private Path folder;

    @Test
    void shouldRefuseAFileOnANetworkFileSystem() {
        Path file = folder.resolve("state.db");
        for (String type : new String[] {"nfs4", "cifs", "fuse.sshfs"}) {
            assertThatThrownBy(() -> StateFile.checkFileSystem(file, type))
                    .hasMessage("a file of states must be on a disk of this machine: fileSystem=" + type + ", file="
                            + file);
        }
        StateFile.checkFileSystem(file, "ext4");
    }

    @Test
    void shouldMakeTheFileForMembersOnly() throws Exception {
        Path file = folder.resolve("state ?%#.db");
        assertThatThrownBy(() -> StateFile.existing(file)).hasMessage("a file of states must exist: file=" + file);
        try (Connection made = StateFile.source(file).open()) {
            RegistrySchema.execute(made, "create table a (b int)");
            ConnectionSource existing = StateFile.existing(file);
            try (Connection again = existing.open()) {
                RegistrySchema.execute(again, "select * from a");
            }
            Files.delete(file);
            assertThatThrownBy(existing::open).hasMessageContaining("SQLITE_CANTOPEN");
        }
        assertThat(file).doesNotExist();
    }
}
