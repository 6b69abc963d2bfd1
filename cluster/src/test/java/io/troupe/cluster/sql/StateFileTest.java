// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
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

    /** Who runs the tests may be allowed to write everywhere. */
    @Test
    void shouldRefuseWhatCannotBeWritten() throws Exception {
        Path file = folder.resolve("state.db");
        String sentence = "a file of states must be writable, and its folder, where its log is, for this user: file="
                + file + ", notWritable=";
        assertThatThrownBy(() -> StateFile.checkWritable(file, each -> !each.equals(folder)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(sentence + "folder");
        StateFile.checkWritable(file, each -> !each.equals(file));
        Files.createFile(file);
        assertThatThrownBy(() -> StateFile.checkWritable(file, each -> !each.equals(file)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(sentence + "file");
        StateFile.checkWritable(file, Files::isWritable);
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

    @Test
    void shouldRefuseAFileThatIsNoDatabase() throws Exception {
        Path file = folder.resolve("notes.txt");
        String text = "this is no database ".repeat(100);
        Files.writeString(file, text);
        String sentence = "a file of states must be one of SQLite: database=jdbc:sqlite:" + file;
        ConnectionSource source = StateFile.source(file);
        assertRefused(sentence, () -> SqlStore.open(source, 1));
        assertRefused(sentence, () -> SqlRegistry.open(source, Duration.ofSeconds(3)));
        assertRefused(sentence, () -> SqlRegistry.createSchema(source));
        assertRefused(sentence, () -> SqlView.open(file));
        assertThat(file).hasContent(text);
    }

    @Test
    void shouldLeaveAFileOfAnotherApplicationAsItIs() throws Exception {
        Path file = folder.resolve("shop.db");
        ConnectionSource source = StateFile.source(file);
        try (Connection made = source.open()) {
            RegistrySchema.execute(made, "create table orders (id int)");
        }
        byte[] before = Files.readAllBytes(file);
        String sentence = "a file of states must not be that of another application, it is left as it is:"
                + " database=jdbc:sqlite:" + file + ", tables=[orders]";
        assertRefused(sentence, () -> SqlStore.open(source, 1));
        assertRefused(sentence, () -> SqlRegistry.open(source, Duration.ofSeconds(3)));
        assertRefused(sentence, () -> ShardFence.open(source, 1));
        assertRefused(sentence, () -> SqlRegistry.createSchema(source));
        assertRefused(sentence, () -> SqlView.open(file));
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }

    private static void assertRefused(String sentence, ThrowingCallable opening) {
        assertThatThrownBy(opening).isInstanceOf(IllegalStateException.class).hasMessage(sentence);
    }
}
