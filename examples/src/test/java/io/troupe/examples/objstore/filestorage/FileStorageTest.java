// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.filestorage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.examples.objstore.ZodbPython;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads what FileStorage of Python has written: golden files, whose expected outcomes Python has printed, and new ones. */
class FileStorageTest {
    @TempDir
    private Path folder;

    // ---- the same outcomes as Python's ----------------------------------------------------------------------------

    @ParameterizedTest
    @CsvSource({"fs30.fs, fs30.txt, FS30", "fs30.fs, fs30.txt, FS21", "packed.fs, packed.txt, FS30"})
    void shouldGiveTheRevisionOfEveryObjectAtEveryTransaction(String file, String outcomes, String magic)
            throws IOException {
        byte[] bytes = ZodbPython.bytes(file);
        System.arraycopy(magic.getBytes(StandardCharsets.US_ASCII), 0, bytes, 0, 4);
        List<String> expected = new String(ZodbPython.bytes(outcomes), StandardCharsets.UTF_8)
                .lines()
                .toList();

        assertSame(write(bytes), expected);
    }

    /** Header and data are read at once up to 8 KiB. */
    @ParameterizedTest
    @ValueSource(ints = {1, 8, 8 * 1024 - 43, 8 * 1024 - 42, 8 * 1024 - 41, 8 * 1024, 70_000})
    void shouldReadRecordsOfAllLengthsWhereverTheyStand(int length) throws IOException {
        byte[] none = {};
        byte[] data = new byte[length];
        new Random(length).nextBytes(data);
        Path file = folder.resolve("Data.fs");
        try (FileStorageWriter writer = FileStorageWriter.open(file)) {
            Vote vote = writer.vote(
                    none,
                    none,
                    none,
                    List.of(new Change.Store(1, 0, data), new Change.Store(2, 0, data)),
                    Instant.EPOCH);
            writer.finish((Vote.Accepted) vote);
        }
        for (long cache : new long[] {0, 1 << 20}) {
            try (FileStorage storage = FileStorage.open(file, cache)) {
                for (long oid : new long[] {1, 2, 1, 2}) { // the last one ends 8 bytes before the file does
                    assertThat(storage.loadBefore(oid, -1, storage.head()))
                            .isInstanceOfSatisfying(Load.Found.class, found -> assertThat(found.data())
                                    .isEqualTo(data));
                }
            }
        }
    }

    @ParameterizedTest
    @Tag("interop")
    @ValueSource(strings = {"make", "pack"})
    void shouldGiveWhatPythonGivesForANewFile(String command) throws IOException {
        Path file = folder.resolve("new.fs");
        ZodbPython.run(folder, "storage.py", command, file.toString());

        assertSame(file, ZodbPython.run(folder, "storage.py", "outcomes", file.toString()));
    }

    private static void assertSame(Path file, List<String> expected) throws IOException {
        try (FileStorage storage = FileStorage.open(file)) {
            List<String> actual = new ArrayList<>();
            actual.add("head " + Long.toUnsignedString(storage.head()) + " " + storage.end());
            for (String line : expected.subList(1, expected.size())) {
                String[] words = line.split(" ", 3);
                long oid = Long.parseUnsignedLong(words[0]);
                long before = Long.parseUnsignedLong(words[1]);
                actual.add(words[0] + " " + words[1] + " " + text(storage.loadBefore(oid, before, storage.head())));
            }
            assertThat(actual).hasSizeGreaterThan(50).isEqualTo(expected);
        }
    }

    private static String text(Load load) {
        if (load instanceof Load.Found found) {
            return found.data().length + " " + Long.toUnsignedString(found.tid()) + " "
                    + Long.toUnsignedString(found.next()) + " " + sha256(found.data());
        }
        return load instanceof Load.Later ? "later" : "missing";
    }

    private static String sha256(byte[] data) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(data));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    // ---- in memory ------------------------------------------------------------------------------------------------

    @Test
    void shouldGiveFromMemoryWhatItHasReadBefore() throws IOException {
        Path file = write(ZodbPython.bytes("fs30.fs"));
        List<TransactionRecord> transactions = transactions(file);
        int known = 0;
        try (FileStorage uncached = FileStorage.open(file)) {
            for (long oid : oids(transactions)) {
                for (TransactionRecord before : transactions) {
                    try (FileStorage cached = FileStorage.open(file, 1 << 20)) {
                        assertThat(cached.cached(oid, before.tid(), cached.head()))
                                .isNull();
                        String read = text(cached.loadBefore(oid, before.tid(), cached.head()));
                        assertThat(read).isEqualTo(text(uncached.loadBefore(oid, before.tid(), uncached.head())));
                        assertThat(text(cached.cached(oid, before.tid(), cached.head())))
                                .isEqualTo(read);
                        assertThat(uncached.cached(oid, before.tid(), uncached.head()))
                                .isNull();
                        known++;
                    }
                }
            }
        }
        assertThat(known).isGreaterThan(50);
    }

    @Test
    void shouldKeepNoMoreInMemoryThanItMay() throws IOException {
        Path file = folder.resolve("large");
        try (FileStorageWriter writer = FileStorageWriter.open(file)) {
            List<Change> changes = new ArrayList<>();
            for (int oid = 0; oid < 100; oid++) {
                changes.add(new Change.Store(oid, 0, new byte[10_000]));
            }
            Vote.Accepted accepted =
                    (Vote.Accepted) writer.vote(new byte[0], new byte[0], new byte[0], changes, Instant.EPOCH);
            writer.finish(accepted);
            writer.publish(accepted);
        }
        try (FileStorage storage = FileStorage.open(file, 200_000)) {
            for (int oid = 0; oid < 100; oid++) {
                storage.loadBefore(oid, -1, storage.head());
            }
            int bytes = 0;
            for (int oid = 0; oid < 100; oid++) {
                bytes += storage.cached(oid, -1, storage.head()) instanceof Load.Found found ? found.data().length : 0;
            }
            assertThat(bytes).isBetween(50_000, 200_000);
        }
    }

    // ---- what is asked of the file --------------------------------------------------------------------------------

    /** Revisions of object 1, each of them shorter than what is read at once. Object 2 ends the file. */
    private Path revisions(int count) throws IOException {
        Path file = folder.resolve("revisions");
        try (FileStorageWriter writer = FileStorageWriter.open(file)) {
            long serial = 0;
            for (int i = 0; i < count; i++) {
                serial = commit(
                        writer,
                        new Change.Store(1, serial, new byte[4000]),
                        new Change.Store(2, serial, new byte[i + 1]));
            }
        }
        return file;
    }

    private static long commit(FileStorageWriter writer, Change... changes) throws IOException {
        byte[] none = {};
        Vote.Accepted accepted = (Vote.Accepted) writer.vote(none, none, none, List.of(changes), Instant.EPOCH);
        writer.finish(accepted);
        writer.publish(accepted);
        return accepted.tid();
    }

    @Test
    void shouldAskTheFileOnceForARecordThatComesAsAWholeAlsoForTheLastOne() throws IOException {
        Path file = revisions(3);
        try (FullDisk disk = new FullDisk(FileChannel.open(file));
                FileStorage storage = new FileStorage(file, disk, 0)) {
            for (long oid : new long[] {1, 2}) {
                disk.calls.set(0);
                assertThat(storage.loadBefore(oid, -1, storage.head())).isInstanceOf(Load.Found.class);
                assertThat(disk.calls).hasValue(1);
            }
        }
    }

    @Test
    void shouldNotAskForTheSizeOfTheFileForADeletionThatComesAsAWhole() throws IOException {
        Path file = folder.resolve("deleted");
        try (FileStorageWriter writer = FileStorageWriter.open(file)) {
            commit(writer, new Change.Delete(1, commit(writer, new Change.Store(1, 0, new byte[1]))));
        }
        try (FullDisk disk = new FullDisk(FileChannel.open(file));
                FileStorage storage = new FileStorage(file, disk, 0)) {
            disk.calls.set(0);
            assertThat(storage.loadBefore(1, -1, storage.head())).isInstanceOf(Load.Missing.class);
            assertThat(disk.calls).hasValue(1);
        }
    }

    @Test
    void shouldReadAndKeepHeadersOnlyOfRevisionsThatItPassesOver() throws IOException {
        int count = 20;
        Path file = revisions(count);
        List<TransactionRecord> transactions = transactions(file);
        try (FullDisk disk = new FullDisk(FileChannel.open(file));
                FileStorage storage = new FileStorage(file, disk, 1 << 20)) {
            disk.bytesRead.set(0);
            long second = transactions.get(1).tid();
            assertThat(storage.loadBefore(1, second, storage.head()))
                    .isInstanceOfSatisfying(
                            Load.Found.class, found -> assertThat(found.next()).isEqualTo(second));
            assertThat(disk.bytesRead).hasValueLessThan(8192 + 4000 + 50 * count);
            for (TransactionRecord before : transactions.subList(2, count)) {
                assertThat(storage.cached(1, before.tid(), storage.head())).isNull();
            }
            assertThat(storage.cached(1, second, storage.head())).isInstanceOf(Load.Found.class);
        }
    }

    @Test
    void shouldReadTheHeaderAtMostToTellWhetherAnObjectHasChanged() throws IOException {
        Path file = revisions(3);
        try (FullDisk disk = new FullDisk(FileChannel.open(file));
                FileStorage storage = new FileStorage(file, disk, 1 << 20)) {
            disk.bytesRead.set(0);
            assertThat(storage.isUnchangedSince(1, storage.head())).isTrue();
            assertThat(disk.bytesRead).hasValueLessThan(100);
            assertThat(storage.cached(1, -1, storage.head())).isNull();
            disk.calls.set(0);
            assertThat(storage.isUnchangedSince(1, storage.head())).isTrue();
            assertThat(disk.calls).hasValue(0);
            storage.loadBefore(1, -1, storage.head());
            disk.calls.set(0);
            assertThat(storage.isUnchangedSince(1, storage.head())).isTrue();
            assertThat(storage.cached(1, -1, storage.head())).isInstanceOf(Load.Found.class);
            assertThat(disk.calls).hasValue(0);
        }
    }

    // ---- the past -------------------------------------------------------------------------------------------------

    @Test
    void shouldReadTheSameInAPrefixAsInTheWholeFileSeenUpToThere() throws IOException {
        byte[] bytes = ZodbPython.bytes("fs30.fs");
        List<TransactionRecord> transactions = transactions(write(bytes));
        int compared = 0;
        try (FileStorage whole = FileStorage.open(write(bytes))) {
            for (TransactionRecord last : transactions) {
                Path cut = Files.write(folder.resolve("cut"), Arrays.copyOf(bytes, (int) last.end()));
                try (FileStorage prefix = FileStorage.open(cut)) {
                    for (long oid : oids(transactions)) {
                        for (TransactionRecord before : transactions) {
                            assertThat(text(whole.loadBefore(oid, before.tid(), last.tid())))
                                    .isEqualTo(text(prefix.loadBefore(oid, before.tid(), prefix.head())));
                            assertThat(text(whole.loadSerial(oid, before.tid(), last.tid())))
                                    .isEqualTo(text(prefix.loadSerial(oid, before.tid(), prefix.head())));
                            compared++;
                        }
                    }
                }
            }
        }
        assertThat(compared).isGreaterThan(500);
    }

    private static List<TransactionRecord> transactions(Path file) throws IOException {
        List<TransactionRecord> all = new ArrayList<>();
        try (TransactionScan scan = TransactionScan.open(file)) {
            for (TransactionRecord next = scan.next(); next != null; next = scan.next()) {
                all.add(next);
            }
        }
        return all;
    }

    private static Set<Long> oids(List<TransactionRecord> transactions) {
        Set<Long> oids = new TreeSet<>();
        transactions.forEach(each -> each.records().forEach(record -> oids.add(record.oid())));
        return oids;
    }

    // ---- the rest of a crash --------------------------------------------------------------------------------------

    @Test
    void shouldIgnoreATransactionThatIsNotComplete() throws IOException {
        byte[] bytes = ZodbPython.bytes("fs30.fs");
        List<TransactionRecord> transactions = transactions(write(bytes));
        long from = transactions.get(transactions.size() - 2).offset();
        for (int length = (int) from; length < bytes.length; length++) {
            long end = from;
            for (TransactionRecord each : transactions) {
                end = each.end() <= length ? each.end() : end;
            }
            try (FileStorage cut = FileStorage.open(write(Arrays.copyOf(bytes, length)))) {
                assertThat(cut.end()).isEqualTo(end);
                assertThat(cut.tail() == null).isEqualTo(length == end);
            }
        }
    }

    @Test
    @Tag("interop")
    void shouldOpenAFileCutAnywhereInItsLastTransactionsWherePythonDoes() throws IOException {
        byte[] bytes = ZodbPython.bytes("fs30.fs");
        Path file = write(bytes);
        List<TransactionRecord> transactions = transactions(file);
        long from = transactions.get(transactions.size() - 2).offset();
        List<String> ends = ZodbPython.run(folder, "storage.py", "cuts", file.toString(), Long.toString(from));

        List<String> ours = new ArrayList<>();
        for (int length = (int) from; length <= bytes.length; length++) {
            try (FileStorage cut = FileStorage.open(write(Arrays.copyOf(bytes, length)))) {
                ours.add(length + " " + cut.end());
            }
        }
        assertThat(ours).hasSizeGreaterThan(100).isEqualTo(ends);
    }

    @Test
    void shouldIgnoreATransactionThatWasOnlyVotedFor() throws IOException {
        byte[] bytes = ZodbPython.bytes("fs30.fs");
        List<TransactionRecord> transactions = transactions(write(bytes));
        TransactionRecord last = transactions.get(transactions.size() - 1);
        bytes[(int) last.offset() + 16] = 'c';

        try (FileStorage storage = FileStorage.open(write(bytes))) {
            assertThat(storage.end()).isEqualTo(last.offset());
            assertThat(storage.tail())
                    .isEqualTo("a transaction was voted for and not finished: tid=" + Ids.text(last.tid()));
        }
    }

    // ---- damage ---------------------------------------------------------------------------------------------------

    @Test
    void shouldNameTheOffsetOfDamage() throws IOException {
        List<TransactionRecord> all = transactions(write(ZodbPython.bytes("fs30.fs")));
        TransactionRecord second = all.get(1);
        DataRecord record = second.records().get(0);
        int header = (int) second.offset();
        int data = (int) record.offset();

        assertThatThrownBy(() -> FileStorage.open(write("XS30".getBytes(StandardCharsets.US_ASCII))))
                .hasMessage("a storage must begin with FS21 or FS30: offset=0, bytes=58533330");
        assertThatThrownBy(() -> FileStorage.open(write(new byte[0])))
                .hasMessage("a storage must begin with FS21 or FS30: offset=0, bytes=");
        assertDamage(bytes -> bytes.putLong(header, 1), "transaction ids must increase: offset=" + header + ", tid=");
        assertDamage(
                bytes -> bytes.put(header + 16, (byte) 'x'),
                "the status of a transaction must be one of ' ', p, u, c: offset=" + header + ", status=120");
        assertDamage(
                bytes -> bytes.putLong(header + 8, 5),
                "a transaction must be longer than its header: offset=" + header + ", length=5");
        assertDamage(
                bytes -> bytes.putLong((int) second.end() - 8, 5),
                "a transaction must have its length at both ends: offset=" + header + ", length=" + second.length()
                        + ", at the end=5");
        assertDamage(
                bytes -> bytes.putLong(data + 8, 5),
                "a record must have the id of its transaction: offset=" + data + ", tid=0000000000000005, transaction="
                        + Ids.text(second.tid()));
        assertDamage(
                bytes -> bytes.putLong(data + 16, 1L << 40),
                "the previous record must stand before the record: offset=" + data + ", previous=1099511627776");
        assertDamage(
                bytes -> bytes.putLong(data + 16, 5),
                "a record must point to the one before it of the same object: offset=" + data + ", previous=5, newest="
                        + record.previous() + ", oid=" + Ids.text(record.oid()));
        assertDamage(
                bytes -> bytes.putLong(data + 24, 4),
                "a record must point to its transaction: offset=" + data + ", points to=4, transaction=" + header);
        assertDamage(
                bytes -> bytes.putShort(data + 32, (short) 1),
                "a record must have no version: offset=" + data + ", length of version=1");
        assertDamage(
                bytes -> bytes.putLong(data + 34, -1),
                "a record must end within its transaction: offset=" + data + ", length=18446744073709551615, room=");
        assertDamage(
                bytes -> bytes.putLong(data + 34, record.length() + 1),
                "a record must end within its transaction: offset=");
    }

    private void assertDamage(Consumer<ByteBuffer> damage, String expected) throws IOException {
        byte[] bytes = ZodbPython.bytes("fs30.fs");
        damage.accept(ByteBuffer.wrap(bytes));
        Path file = write(bytes);
        assertThatThrownBy(() -> FileStorage.open(file).close())
                .isInstanceOf(DamagedFileException.class)
                .message()
                .startsWith(expected);
    }

    @Test
    void shouldReadADamagedFileOrNameAnOffset() throws IOException {
        mutate(400, 7);
    }

    @Test
    @Tag("fuzz")
    void shouldReadManyDamagedFilesOrNameAnOffset() throws IOException {
        mutate(100_000, System.nanoTime());
    }

    /** Headers, texts and pointers of the golden file, without the long object, so that most damage hits one of them. */
    private void mutate(int rounds, long seed) throws IOException {
        byte[] good = ZodbPython.bytes("packed.fs");
        List<TransactionRecord> transactions = transactions(write(good));
        Set<Long> oids = oids(transactions);
        Random random = new Random(seed);
        int damaged = 0;
        int read = 0;
        Path file = folder.resolve("mutated");
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        for (int round = 0; round < rounds; round++) {
            byte[] bytes = good.clone();
            for (int change = random.nextInt(3); change >= 0; change--) {
                int at = random.nextInt(bytes.length);
                switch (random.nextInt(4)) {
                    case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                    case 1 -> bytes[at] = (byte) random.nextInt();
                    case 2 -> Arrays.fill(bytes, at, Math.min(bytes.length, at + random.nextInt(60)), (byte) 0);
                    default -> bytes = Arrays.copyOf(bytes, Math.max(1, at));
                }
            }
            try {
                channel.write(ByteBuffer.wrap(bytes), 0);
                channel.truncate(bytes.length); // cheaper than a new file
                FileStorage storage = new FileStorage(file, channel, 0);
                for (long oid : oids) {
                    for (TransactionRecord before : transactions) {
                        Load load = storage.loadBefore(oid, before.tid() + 1, storage.head());
                        if (load instanceof Load.Found found) {
                            assertThat(found.tid()).isBetween(1L, before.tid());
                        }
                    }
                }
                read++;
            } catch (DamagedFileException e) {
                assertThat(e.getMessage()).as("seed=%d, round=%d", seed, round).contains(": offset=");
                damaged++;
            } catch (RuntimeException | Error e) {
                throw new AssertionError("seed=" + seed + ", round=" + round, e);
            }
        }
        channel.close();
        assertThat(damaged).isGreaterThan(rounds / 5);
        assertThat(read).isGreaterThan(rounds / 20);
    }

    // ---- ids ------------------------------------------------------------------------------------------------------

    @Test
    void shouldPutTheTimeIntoIdsAndAlwaysGoOn() {
        Instant now = Instant.parse("2026-11-24T13:05:59.250Z");
        long tid = Ids.next(0, now);

        assertThat(Ids.time(tid)).isBetween(now.minusMillis(1), now);
        assertThat(Ids.text(tid)).isEqualTo("040d3b31fccccccc"); // as Python's
        assertThat(Ids.next(tid, now)).isEqualTo(tid + 1);
        assertThat(Ids.next(tid + 5, now.minusSeconds(90))).isEqualTo(tid + 6);
        assertThatThrownBy(() -> Ids.next(-1, now)).isInstanceOf(ArithmeticException.class);
    }

    private Path write(byte[] bytes) throws IOException {
        return Files.write(folder.resolve("Data.fs"), bytes);
    }
}
