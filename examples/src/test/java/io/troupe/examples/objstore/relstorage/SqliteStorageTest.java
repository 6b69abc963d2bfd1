// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.relstorage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.examples.objstore.ZodbPython;
import io.troupe.examples.objstore.filestorage.FileStorage;
import io.troupe.examples.objstore.filestorage.Load;
import io.troupe.examples.objstore.filestorage.ObjectStorage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads what RelStorage's zodbconvert has copied from a Data.fs: the outcomes are those of the Data.fs. */
class SqliteStorageTest {
    @TempDir
    private Path folder;

    /** A golden database. */
    private Path golden(String name) throws IOException {
        Path file = folder.resolve(name);
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(ZodbPython.bytes(name + ".gz")))) {
            Files.write(file, in.readAllBytes());
        }
        return file;
    }

    private static String text(Load load) {
        if (load instanceof Load.Found found) {
            return new String(found.data(), StandardCharsets.ISO_8859_1) + " " + found.tid() + " " + found.next();
        }
        return load.toString();
    }

    /** Every object, also one that is not there, at every transaction of the outcomes and beside it, seen up to each of them. */
    private static int assertSame(ObjectStorage actual, ObjectStorage expected, List<Long> oids, List<Long> tids)
            throws IOException {
        assertThat(actual.head()).isEqualTo(expected.head());
        assertThat(actual.length()).isEqualTo(expected.length());
        assertThat(actual.largestOid()).isEqualTo(expected.largestOid());
        int compared = 0;
        for (long oid : oids) {
            for (long tid : tids) {
                for (long seen : tids) {
                    long head = Math.min(seen, expected.head());
                    assertThat(text(actual.loadBefore(oid, tid, head)))
                            .as("oid %d before %d seen %d", oid, tid, head)
                            .isEqualTo(text(expected.loadBefore(oid, tid, head)));
                    assertThat(text(actual.loadSerial(oid, tid, head)))
                            .isEqualTo(text(expected.loadSerial(oid, tid, head)));
                    compared++;
                }
            }
        }
        return compared;
    }

    private static List<Long> column(int number) {
        return new String(ZodbPython.bytes("fs30.txt"), StandardCharsets.UTF_8)
                .lines()
                .skip(1)
                .map(line -> Long.parseUnsignedLong(line.split(" ", -1)[number]))
                .distinct()
                .toList();
    }

    @Test
    void shouldGiveTheRevisionOfEveryObjectAtEveryTransaction() throws IOException {
        try (FileStorage expected = FileStorage.open(ZodbPython.copy(folder, "fs30.fs"));
                SqliteStorage actual = SqliteStorage.open(golden("history.sqlite3"))) {
            assertThat(assertSame(actual, expected, column(0), column(1))).isGreaterThan(1000);
            assertThat(actual.loadBefore(-1, -1, -1)).isEqualTo(new Load.Missing());
            assertThat(text(actual.loadBefore(0, -1, -1))).startsWith("root 2 ");
        }
    }

    @Test
    void shouldGiveTheLastRevisionsOfAStorageWithoutHistory() throws IOException {
        try (SqliteStorage storage = SqliteStorage.open(golden("plain.sqlite3"))) {
            long head = storage.head();
            assertThat(storage.length()).isEqualTo(3);
            assertThat(text(storage.loadBefore(0, head + 1, head))).isEqualTo("root 2 " + head + " 0");
            assertThat(text(storage.loadBefore(1, -1, head)))
                    .startsWith("one 2 ")
                    .endsWith(" 0");
            assertThat(storage.loadBefore(0, head, head)).isEqualTo(new Load.Later());
            assertThat(storage.loadBefore(9, -1, head)).isEqualTo(new Load.Missing());
        }
    }

    @Test
    void shouldRefuseWhatIsNoDatabaseOfRelStorage() throws IOException {
        Path text = Files.writeString(folder.resolve("text"), "no database, but long enough for a header ".repeat(20));
        assertThatThrownBy(() -> SqliteStorage.open(text))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("a storage must be a database of RelStorage: file=" + text + ", cause=");
        Path empty = Files.write(folder.resolve("empty"), new byte[0]);
        assertThatThrownBy(() -> SqliteStorage.open(empty)).hasMessageContaining("no such table: object_state");
    }

    @Test
    void shouldReadADamagedDatabaseOrSaySo() throws IOException {
        byte[] good = Files.readAllBytes(golden("history.sqlite3"));
        int failed = 0;
        for (int page = 0; page < good.length / 4096; page++) {
            byte[] bytes = good.clone();
            for (int i = 0; i < 200; i++) {
                bytes[page * 4096 + i] ^= 0x5a;
            }
            try (SqliteStorage storage = SqliteStorage.open(Files.write(folder.resolve("damaged"), bytes))) {
                for (long oid : column(0)) {
                    storage.loadBefore(oid, -1, storage.head());
                }
            } catch (IOException e) {
                assertThat(e).hasMessageContaining("file=").hasMessageContaining("cause=");
                failed++;
            }
        }
        assertThat(failed).isBetween(3, good.length / 4096);
    }

    @ParameterizedTest
    @Tag("interop")
    @CsvSource({"make, true", "plain, true", "plain, false"})
    void shouldReadWhatZodbconvertHasJustWritten(String command, boolean history) throws IOException {
        Path file = folder.resolve("new.fs");
        ZodbPython.run(folder, "storage.py", command, file.toString());
        List<Long> oids = new ArrayList<>();
        List<Long> tids = new ArrayList<>();
        ZodbPython.run(folder, "storage.py", "outcomes", file.toString()).stream()
                .skip(1)
                .forEach(line -> {
                    oids.add(Long.parseUnsignedLong(line.split(" ", -1)[0]));
                    tids.add(Long.parseUnsignedLong(line.split(" ", -1)[1]));
                });
        Path to = folder.resolve("rel");
        ZodbPython.run(folder, "storage.py", "convert", file.toString(), to.toString(), Boolean.toString(history));

        try (FileStorage expected = FileStorage.open(file);
                SqliteStorage actual = SqliteStorage.open(to.resolve("main.sqlite3"))) {
            List<Long> asked =
                    history ? tids.stream().distinct().toList() : List.of(expected.head() + 1, Long.MAX_VALUE);
            assertThat(assertSame(actual, expected, oids.stream().distinct().toList(), asked))
                    .isGreaterThan(5);
        }
    }
}
