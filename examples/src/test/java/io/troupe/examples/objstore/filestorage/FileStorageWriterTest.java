// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.filestorage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.troupe.examples.objstore.ZodbPython;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileStorageWriterTest {
    private static final byte[] NONE = {};
    private static final Instant NOW = Instant.parse("2026-11-24T12:00:00Z");

    /** Bits of HUP, INT, QUIT and TERM. */
    private static final long SIGNALS = 0x4007;

    @TempDir
    private Path folder;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Vote vote(FileStorageWriter writer, Change... changes) throws IOException {
        return writer.vote(NONE, bytes("test"), NONE, List.of(changes), NOW);
    }

    private static long commit(FileStorageWriter writer, Change... changes) throws IOException {
        Vote.Accepted accepted = (Vote.Accepted) vote(writer, changes);
        writer.finish(accepted);
        writer.sync();
        writer.publish(accepted);
        return accepted.tid();
    }

    private static String read(FileStorage storage, long oid, long seen) throws IOException {
        return storage.loadBefore(oid, -1, seen) instanceof Load.Found found
                ? new String(found.data(), StandardCharsets.UTF_8)
                : "missing";
    }

    @Test
    void shouldWriteWhatAnotherOpeningReads() throws IOException {
        Path file = folder.resolve("Data.fs");
        long first;
        long second;
        try (FileStorageWriter writer = FileStorageWriter.open(file)) {
            first = commit(writer, new Change.Store(0, 0, bytes("root")), new Change.Store(1, 0, bytes("x")));
            second = commit(writer, new Change.Store(0, first, bytes("root 2")), new Change.Delete(1, first));
            assertThat(read(writer.storage(), 0, first)).isEqualTo("root");
            assertThat(read(writer.storage(), 0, second)).isEqualTo("root 2");
        }
        try (FileStorage storage = FileStorage.open(file)) {
            assertThat(storage.tail()).isNull();
            assertThat(storage.head()).isEqualTo(second).isGreaterThan(first);
            assertThat(read(storage, 0, second)).isEqualTo("root 2");
            assertThat(read(storage, 1, second)).isEqualTo("missing");
            assertThat(read(storage, 1, first)).isEqualTo("x");
        }
    }

    @Test
    void shouldShowATransactionOnlyWhenItIsPublished() throws IOException {
        try (FileStorageWriter writer = FileStorageWriter.open(folder.resolve("Data.fs"))) {
            Vote.Accepted accepted = (Vote.Accepted) vote(writer, new Change.Store(5, 0, bytes("five")));
            writer.finish(accepted);
            assertThat(writer.storage().head()).isZero();
            assertThat(read(writer.storage(), 5, -1)).isEqualTo("missing");
            writer.publish(accepted);
            assertThat(read(writer.storage(), 5, accepted.tid())).isEqualTo("five");
        }
    }

    @Test
    void shouldLeaveNoHoleInAFileThatSomebodyElseHasShortened() throws IOException {
        Path file = folder.resolve("Data.fs");
        try (FileStorageWriter writer = FileStorageWriter.open(file)) {
            commit(writer, new Change.Store(1, 0, bytes("a")));
            long size = Files.size(file);
            try (FileChannel other = FileChannel.open(file, StandardOpenOption.WRITE)) {
                other.truncate(size - 10);
            }
            assertThatThrownBy(() -> vote(writer, new Change.Store(2, 0, bytes("b"))))
                    .isInstanceOf(IOException.class)
                    .hasMessage("a file must not be shortened while it is served: bytes=" + (size - 10) + ", expected="
                            + size);
            assertThat(file).hasSize(size - 10);
        }
    }

    @Test
    void shouldRefuseWhatOthersHaveChangedAlsoBeforeItIsPublished() throws IOException {
        try (FileStorageWriter writer = FileStorageWriter.open(folder.resolve("Data.fs"))) {
            long first = commit(writer, new Change.Store(1, 0, bytes("a")));
            Vote.Accepted second = (Vote.Accepted) vote(writer, new Change.Store(1, first, bytes("b")));
            writer.finish(second);

            assertThat(vote(writer, new Change.Store(1, first, bytes("c"))))
                    .isInstanceOfSatisfying(
                            Vote.Conflicted.class,
                            vote -> assertThat(vote.conflicts()).singleElement().satisfies(conflict -> {
                                assertThat(conflict.committed()).isEqualTo(second.tid());
                                assertThat(conflict.serial()).isEqualTo(first);
                            }));
            assertThat(vote(writer, new Change.Check(1, first)))
                    .isEqualTo(new Vote.Outdated(1, second.tid(), first, true));
            assertThat(vote(writer, new Change.Delete(1, first)))
                    .isEqualTo(new Vote.Outdated(1, second.tid(), first, false));
            assertThat(vote(writer, new Change.Delete(9, first))).isEqualTo(new Vote.Unknown(9));
            assertThat(vote(writer, new Change.Check(9, first))).isEqualTo(new Vote.Unknown(9));
            writer.publish(second);
            assertThat(commit(writer, new Change.Store(1, second.tid(), bytes("c"))))
                    .isGreaterThan(second.tid());
        }
    }

    @Test
    void shouldLeaveNothingOfAnAbortedTransaction() throws IOException {
        Path file = folder.resolve("Data.fs");
        try (FileStorageWriter writer = FileStorageWriter.open(file)) {
            commit(writer, new Change.Store(1, 0, bytes("a")));
            long size = Files.size(file);
            Vote.Accepted accepted = (Vote.Accepted) vote(writer, new Change.Store(2, 0, new byte[100_000]));
            assertThat(Files.size(file)).isGreaterThan(size + 100_000);
            assertThatThrownBy(() -> vote(writer)).isInstanceOf(IllegalStateException.class);
            writer.abort(accepted);
            assertThat(Files.size(file)).isEqualTo(size);
            assertThatThrownBy(() -> writer.finish(accepted)).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void shouldKeepTheRestOfACrashBesideTheFile() throws IOException {
        Path file = folder.resolve("Data.fs");
        byte[] voted;
        try (FileStorageWriter writer = FileStorageWriter.open(file)) {
            commit(writer, new Change.Store(1, 0, bytes("a")));
            vote(writer, new Change.Store(2, 0, bytes("lost")));
            voted = Files.readAllBytes(file);
        }
        byte[] good = Files.readAllBytes(file);
        Files.write(file, voted);
        try (FileStorageWriter writer = FileStorageWriter.open(file)) {
            assertThat(writer.storage().tail()).startsWith("a transaction was voted for and not finished: tid=");
            assertThat(file).hasBinaryContent(good);
            assertThat(Files.size(folder.resolve("Data.fs.tr0"))).isEqualTo(voted.length - good.length);
            commit(writer, new Change.Store(3, 0, bytes("b")));
        }
        FileStorage.open(file).close();
    }

    @Test
    void shouldRefuseASecondWriterWithTheHolder() throws IOException {
        Path file = folder.resolve("Data.fs");
        try (FileStorageWriter writer = FileStorageWriter.open(file)) {
            assertThat(writer.storage().head()).isZero();
            assertThatThrownBy(() -> FileStorageWriter.open(file))
                    .isInstanceOf(IOException.class)
                    .hasMessage("a storage must have one writer only: file=" + file + ", holder=process "
                            + ProcessHandle.current().pid());
        }
        FileStorageWriter.open(file).close();
    }

    @Test
    void shouldRefuseASecondWriterWhoComesThroughASymbolicLink() throws IOException {
        Path file = folder.resolve("Data.fs");
        FileStorageWriter.open(file).close();
        Path link = Files.createSymbolicLink(folder.resolve("current.fs"), file);
        for (Path first : List.of(file, link)) {
            Path second = first.equals(file) ? link : file;
            try (FileStorageWriter writer = FileStorageWriter.open(first)) {
                commit(writer, new Change.Store(first.equals(file) ? 3 : 4, 0, bytes("a")));
                assertThatThrownBy(() -> FileStorageWriter.open(second))
                        .isInstanceOf(IOException.class)
                        .hasMessage("a storage must have one writer only: file=" + file.toRealPath()
                                + ", holder=process " + ProcessHandle.current().pid());
            }
        }
    }

    @Test
    void shouldOpenALinkWhoseLockIsALinkAsWell() throws IOException {
        Path file = folder.resolve("Data.fs");
        FileStorageWriter.open(file).close();
        Path link = Files.createSymbolicLink(folder.resolve("current.fs"), file);
        Files.createSymbolicLink(folder.resolve("current.fs.lock"), folder.resolve("Data.fs.lock"));
        FileStorageWriter.open(link).close();
    }

    @Test
    void shouldSayWhyAFileCannotBeWritten() {
        Path file = folder.resolve("none").resolve("Data.fs");
        assertThatThrownBy(() -> FileStorageWriter.open(file))
                .isInstanceOf(IOException.class)
                .hasMessage("a storage must be in a folder that can be written to: file=" + file
                        + ", cause=no such file or folder");
    }

    @Test
    void shouldSayWhyAFileThatIsALinkToNowhereCannotBeWritten() throws IOException {
        Path file = folder.resolve("Data.fs");
        Files.createSymbolicLink(file, folder.resolve("none").resolve("Data.fs"));
        assertThatThrownBy(() -> FileStorageWriter.open(file))
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith("file=" + file + ", cause=no such file or folder");
    }

    @Test
    void shouldNameTheFailureThatGivesNoReason() {
        assertThat(FileStorageWriter.notWritable(Path.of("Data.fs"), new IOException()))
                .hasMessageEndingWith("file=Data.fs, cause=IOException");
        assertThat(FileStorageWriter.notWritable(Path.of("Data.fs"), new FileSystemException("Data.fs")))
                .hasMessageEndingWith("file=Data.fs, cause=FileSystemException");
    }

    /** A link to nowhere is not seen as a file, and yet has the name. */
    @Test
    void shouldLeaveAFileAloneThatHasTheNameOfTheRestOfACrash() throws IOException {
        Path file = folder.resolve("Data.fs");
        FileStorageWriter.open(file).close();
        Files.write(file, new byte[] {1, 2, 3}, StandardOpenOption.APPEND);
        Path link = Files.createSymbolicLink(folder.resolve("Data.fs.tr0"), folder.resolve("none"));
        FileStorageWriter.open(file).close();
        assertThat(link).isSymbolicLink();
        assertThat(folder.resolve("Data.fs.tr1")).hasBinaryContent(new byte[] {1, 2, 3});
    }

    /** Ctrl-C tells the whole group of the terminal: the lock stays until the writer has closed its file. */
    @Test
    @Tag("process")
    void shouldKeepTheLockWhenTheTerminalEndsAllProcesses() throws IOException {
        Path file = folder.resolve("Data.fs");
        List<ProcessHandle> before = ProcessHandle.current().children().toList();
        try (FileStorageWriter writer = FileStorageWriter.open(file)) {
            assertThat(writer.storage().head()).isZero();
            ProcessHandle holder = ProcessHandle.current()
                    .children()
                    .filter(child -> !before.contains(child))
                    .findFirst()
                    .orElseThrow();
            Path status = Path.of("/proc", Long.toString(holder.pid()), "status");
            assumeThat(status).exists();
            long ignored = Files.readAllLines(status).stream()
                    .filter(line -> line.startsWith("SigIgn:"))
                    .mapToLong(line -> Long.parseUnsignedLong(line.substring(8).strip(), 16))
                    .findFirst()
                    .orElseThrow();
            assertThat(ignored & SIGNALS).isEqualTo(SIGNALS);
        }
    }

    @Test
    @Tag("process")
    void shouldRefuseASecondWriterOfAnotherLanguage() throws Exception {
        Path file = folder.resolve("Data.fs");
        Process other = new ProcessBuilder(
                        "flock",
                        "-n",
                        "--no-fork",
                        file + ".lock",
                        "sh",
                        "-c",
                        "echo ' 4711' > \"$0\"; echo; exec cat",
                        file + ".lock")
                .start();
        try {
            assertThat(other.getInputStream().read()).isEqualTo('\n');
            assertThatThrownBy(() -> FileStorageWriter.open(file))
                    .hasMessage("a storage must have one writer only: file=" + file + ", holder=process 4711");
        } finally {
            other.destroyForcibly().waitFor();
        }
        FileStorageWriter.open(file).close();
    }

    @Test
    @Tag("interop")
    void shouldWriteWhatPythonReads() throws IOException {
        Path file = ZodbPython.copy(folder, "fs30.fs");
        StringBuilder tids = new StringBuilder();
        try (TransactionScan scan = TransactionScan.open(file)) {
            for (TransactionRecord next = scan.next(); next != null; next = scan.next()) {
                tids.append(next.tid()).append(' ');
            }
        }
        try (FileStorageWriter writer = FileStorageWriter.open(file)) {
            long first = commit(writer, new Change.Store(77, 0, bytes("x")));
            tids.append(first).append(' ').append(commit(writer, new Change.Delete(77, first)));
        }
        assertThat(ZodbPython.run(folder, "storage.py", "check", file.toString()))
                .containsExactly(tids.toString());
    }

    @Test
    void shouldFailAndGoOnReadingWhenTheFileCannotBeWritten() throws IOException {
        Path file = folder.resolve("Data.fs");
        try (FileStorageWriter writer = FileStorageWriter.open(file)) {
            long first = commit(writer, new Change.Store(1, 0, bytes("a")));
            assertThatThrownBy(() -> writer.vote(new byte[70_000], NONE, NONE, List.of(), NOW))
                    .hasMessage("user, description and extension must be shorter than 64 KiB: bytes=70000");
            assertThat(read(writer.storage(), 1, first)).isEqualTo("a");
            commit(writer, new Change.Store(1, first, bytes("b")));
        }
        Files.write(file, new byte[] {1}, StandardOpenOption.APPEND);
        try (FileStorage storage = FileStorage.open(file)) {
            assertThat(storage.tail()).isEqualTo("a header is not complete: bytes=1");
        }
    }
}
