// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.filestorage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A storage in one file, for reading. Any number of threads may read, also while a {@link FileStorageWriter} appends: a read
 * names the transaction that it sees as the last one, the <em>head</em>, so what comes later does not change its outcome.
 *
 * <p>Invariant of publishing: the index has the records of a transaction before {@link #head} has its id, so a reader that
 * takes the head first finds all that belongs to it, and passes over what is later.
 */
public final class FileStorage implements ObjectStorage {
    /** Read at once: a record as most are, with its header. */
    private static final int USUAL_RECORD = 8 << 10;

    /** Read if the data are not wanted: a header, with the back pointer that it may have. */
    private static final int WHOLE_HEADER = DataRecord.HEADER + Long.BYTES;

    private final FileChannel channel;
    private final StoreFile file;
    private final OidIndex index = new OidIndex();
    private final RecordCache cache;
    private final @Nullable String tail;
    /** Written by whoever publishes a transaction, after its records are in the index. */
    private volatile long head;
    /** Offset behind the last published transaction; written before {@link #head}. */
    private volatile long end;

    FileStorage(Path path, FileChannel channel, long cacheBytes) throws IOException {
        this.channel = channel;
        cache = new RecordCache(cacheBytes);
        file = new StoreFile(path, channel);
        TransactionScan scan = new TransactionScan(path, channel);
        Map<Long, DataRecord> newest = new HashMap<>();
        for (TransactionRecord next = scan.next(); next != null; next = scan.next()) {
            newest.clear();
            for (DataRecord record : next.records()) {
                long before = index.get(record.oid());
                if (record.previous() != 0 && record.previous() != before) {
                    throw new DamagedFileException(
                            "a record must point to the one before it of the same object",
                            record.offset(),
                            "previous=" + record.previous() + ", newest=" + before + ", oid=" + Ids.text(record.oid()));
                }
                newest.put(record.oid(), record);
            }
            newest.forEach((oid, record) -> index.put(oid, record.offset()));
        }
        tail = scan.tail();
        end = scan.end();
        head = scan.lastTid();
    }

    /**
     * Opens a file for reading and checks all of its headers. Nothing is written, and nobody is locked out.
     *
     * @param path the file
     * @return the storage as it is now; transactions that others append later are not seen
     * @throws DamagedFileException if the file breaks a rule of the format
     * @throws IOException if the file cannot be read
     */
    public static FileStorage open(Path path) throws IOException {
        return open(path, 0);
    }

    /**
     * Opens a file for reading, with a cache.
     *
     * @param path the file
     * @param cacheBytes most bytes of objects that are kept in memory; 0: none
     * @return the storage as it is now
     * @throws DamagedFileException if the file breaks a rule of the format
     * @throws IOException if the file cannot be read
     */
    public static FileStorage open(Path path, long cacheBytes) throws IOException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
        try {
            return new FileStorage(path, channel, cacheBytes);
        } catch (IOException | RuntimeException | Error e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public long head() {
        return head;
    }

    @Override
    public long end() {
        return end;
    }

    @Override
    public int length() {
        return index.size();
    }

    @Override
    public long largestOid() {
        return index.largest();
    }

    /** {@return why bytes at the end of the file were taken as the rest of a crash when it was opened; null if there were none} */
    public @Nullable String tail() {
        return tail;
    }

    @Override
    public Load loadBefore(long oid, long before, long seen) throws IOException {
        return Objects.requireNonNull(find(oid, before, seen, true), "read");
    }

    @Override
    public @Nullable Load cached(long oid, long before, long seen) throws IOException {
        return find(oid, before, seen, false);
    }

    /** The revision that was current; null if it can only be told by reading the file, and that is not wanted. */
    private @Nullable Load find(long oid, long before, long seen, boolean reading) throws IOException {
        long next = 0;
        long offset = index.get(oid);
        int bytes = USUAL_RECORD; // mostly the newest one is wanted
        while (offset != 0) {
            RecordCache.Entry entry = entry(offset, oid, reading ? bytes : 0);
            if (entry == null) {
                return null;
            }
            DataRecord record = entry.record();
            if (Long.compareUnsigned(record.tid(), seen) <= 0) {
                if (Long.compareUnsigned(record.tid(), before) < 0) {
                    return found(entry, next, reading);
                }
                next = record.tid();
            }
            offset = record.previous();
            bytes = WHOLE_HEADER;
        }
        return next == 0 ? new Load.Missing() : new Load.Later();
    }

    /** {@return the newest record of an object that is in the index, seen or not; null if there is none} */
    @Nullable
    DataRecord newest(long oid) throws IOException {
        long offset = index.get(oid);
        RecordCache.Entry entry = offset == 0 ? null : entry(offset, oid, WHOLE_HEADER);
        return entry == null ? null : entry.record();
    }

    @Override
    public boolean isUnchangedSince(long oid, long tid) throws IOException {
        DataRecord record = newest(oid);
        return record == null || Long.compareUnsigned(record.tid(), tid) <= 0;
    }

    /** The outcome that a record is; null if its data are not at hand, and reading is not wanted. */
    private @Nullable Load found(RecordCache.Entry entry, long next, boolean reading) throws IOException {
        RecordCache.Entry source = entry;
        while (source.record().length() == 0) {
            if (source.record().back() == 0) {
                return new Load.Missing();
            }
            source = entry(source.record().back(), entry.record().oid(), reading ? USUAL_RECORD : 0);
            if (source == null) {
                return null;
            }
        }
        byte[] data = source.data();
        if (data == null) {
            if (!reading) {
                return null;
            }
            data = data(source.record());
        }
        if (reading) {
            cache.put(source.record(), data);
        }
        return new Load.Found(data, entry.record().tid(), next);
    }

    private byte[] data(DataRecord record) throws IOException {
        if (record.length() > Integer.MAX_VALUE - Long.BYTES) {
            throw new DamagedFileException(
                    "a record must be shorter than 2 GiB", record.offset(), "length=" + record.length());
        }
        byte[] data = new byte[(int) record.length()];
        file.fill(ByteBuffer.wrap(data), record.offset() + DataRecord.HEADER);
        return data;
    }

    /**
     * What is at an offset, which must be a record of this object.
     *
     * @param most bytes that are read if it is not in memory; 0: reading is not wanted
     * @return null if it is not in memory, and reading is not wanted
     */
    private RecordCache.@Nullable Entry entry(long offset, long oid, int most) throws IOException {
        RecordCache.Entry known = cache.get(offset);
        if (known == null) {
            return most == 0 ? null : read(offset, oid, most);
        }
        return checked(known, oid);
    }

    /** Header and data in one call of the system, if the record is not longer than that. The header is kept, the data not. */
    private RecordCache.Entry read(long offset, long oid, int most) throws IOException {
        ByteBuffer bytes = file.between(WHOLE_HEADER, most, offset);
        if (bytes.remaining() <= DataRecord.HEADER) { // at least one byte of data follows
            throw new DamagedFileException("a record must be within the file", offset, "there=" + bytes.remaining());
        }
        long length = bytes.getLong(DataRecord.LENGTH);
        long room = bytes.limit() - (long) DataRecord.HEADER;
        boolean whole = length >= 0 && (length == 0 ? Long.BYTES : length) <= room;
        DataRecord record = StoreFile.record(bytes, offset, whole ? offset + bytes.limit() : file.size());
        byte[] data = null;
        if (whole && length > 0) {
            data = new byte[(int) length];
            bytes.get(data);
        }
        RecordCache.Entry entry = checked(new RecordCache.Entry(record, data), oid);
        cache.put(record, null);
        return entry;
    }

    private static RecordCache.Entry checked(RecordCache.Entry entry, long oid) throws DamagedFileException {
        DataRecord record = entry.record();
        if (record.oid() != oid) {
            throw new DamagedFileException(
                    "a record must be of the object that points to it",
                    record.offset(),
                    "oid=" + Ids.text(record.oid()) + ", wanted=" + Ids.text(oid));
        }
        return entry;
    }

    /** Makes a transaction visible. By one thread only. */
    void publish(long tid, long newEnd, Map<Long, Long> offsets) {
        offsets.forEach(index::put);
        end = newEnd;
        head = tid;
    }

    /** Reading fails from here on. */
    @Override
    public void close() throws IOException {
        channel.close();
    }
}
