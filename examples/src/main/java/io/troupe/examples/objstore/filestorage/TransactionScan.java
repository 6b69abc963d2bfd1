// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.filestorage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the transactions of a file in order and checks every header. One thread at a time.
 *
 * <p>The last transaction of a file may be the rest of a crash: it was voted for and not finished, or it is longer than the
 * file. The scan ends before it. Everything else that is wrong is damage.
 */
public final class TransactionScan implements AutoCloseable {
    /** Offset of the first transaction. */
    static final int START = 4;

    private static final List<String> MAGIC = List.of("FS21", "FS30");
    private static final int WINDOW = 1 << 18;
    private static final int MOST_TEXT = 3 * 0xffff;

    private final FileChannel channel;
    private final StoreFile file;
    private final long size;
    private long at = START;
    private long last;
    private @Nullable String tail;
    private ByteBuffer window = ByteBuffer.allocate(0);
    private long windowAt;

    /**
     * Opens a file for one pass over it.
     *
     * @param path the file
     * @return the scan, before the first transaction; close it
     * @throws DamagedFileException if the file is no storage
     * @throws IOException if the file cannot be read
     */
    public static TransactionScan open(Path path) throws IOException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
        try {
            return new TransactionScan(path, channel);
        } catch (IOException | RuntimeException | Error e) {
            channel.close();
            throw e;
        }
    }

    /** Closing it closes the channel. */
    TransactionScan(Path path, FileChannel channel) throws IOException {
        this.channel = channel;
        file = new StoreFile(path, channel);
        size = file.size();
        byte[] magic = new byte[(int) Math.min(START, size)];
        file.between(magic.length, magic.length, 0).get(magic);
        if (size < START || !MAGIC.contains(new String(magic, StandardCharsets.ISO_8859_1))) {
            throw new DamagedFileException(
                    "a storage must begin with FS21 or FS30",
                    0,
                    "bytes=" + HexFormat.of().formatHex(magic));
        }
    }

    /** {@return offset of the first byte behind the last transaction that was returned} */
    public long end() {
        return at;
    }

    /** {@return the id of the last transaction that was returned; 0 before the first} */
    public long lastTid() {
        return last;
    }

    /** {@return why the bytes behind {@link #end} are the rest of a crash; null if there are none, or the scan goes on} */
    public @Nullable String tail() {
        return tail;
    }

    /**
     * The next transaction.
     *
     * @return null at the end
     * @throws DamagedFileException if the file breaks a rule; calling again gives the same
     * @throws IOException if the file cannot be read
     */
    public @Nullable TransactionRecord next() throws IOException {
        long left = size - at;
        if (left == 0) {
            return null;
        }
        if (left < TransactionRecord.HEADER) {
            tail = "a header is not complete: bytes=" + left;
            return null;
        }
        ByteBuffer header = bytes(at, TransactionRecord.HEADER);
        long tid = header.getLong();
        long length = header.getLong();
        char status = (char) (header.get() & 0xff);
        int user = Short.toUnsignedInt(header.getShort());
        int description = Short.toUnsignedInt(header.getShort());
        int extension = Short.toUnsignedInt(header.getShort());
        if (status == TransactionRecord.VOTED) {
            tail = "a transaction was voted for and not finished: tid=" + Ids.text(tid);
            return null;
        }
        if (length > left - Long.BYTES) {
            tail = "a transaction is longer than the file: tid=" + Ids.text(tid) + ", missing bytes="
                    + (length - left + Long.BYTES);
            return null;
        }
        int texts = user + description + extension;
        if (length < TransactionRecord.HEADER + texts) {
            throw new DamagedFileException(
                    "a transaction must be longer than its header", at, "length=" + Long.toUnsignedString(length));
        }
        if (status != TransactionRecord.FINISHED && status != 'p' && status != TransactionRecord.SKIPPED) {
            throw new DamagedFileException(
                    "the status of a transaction must be one of ' ', p, u, c", at, "status=" + (int) status);
        }
        if (Long.compareUnsigned(tid, last) <= 0) {
            throw new DamagedFileException(
                    "transaction ids must increase", at, "tid=" + Ids.text(tid) + ", before=" + Ids.text(last));
        }
        byte[] text = new byte[texts];
        bytes(at + TransactionRecord.HEADER, texts).get(text);
        long end = at + length;
        long trailer = trailer(end);
        if (trailer != length) {
            throw new DamagedFileException(
                    "a transaction must have its length at both ends",
                    at,
                    "length=" + length + ", at the end=" + Long.toUnsignedString(trailer));
        }
        List<DataRecord> records = status == TransactionRecord.SKIPPED
                ? List.of()
                : records(tid, at + TransactionRecord.HEADER + texts, end);
        TransactionRecord transaction = new TransactionRecord(
                at,
                tid,
                length,
                status,
                Arrays.copyOf(text, user),
                Arrays.copyOfRange(text, user, user + description),
                Arrays.copyOfRange(text, user + description, texts),
                records);
        at = transaction.end();
        last = tid;
        return transaction;
    }

    private List<DataRecord> records(long tid, long from, long end) throws IOException {
        List<DataRecord> records = new ArrayList<>();
        long next = from;
        while (next < end) {
            if (end - next < DataRecord.HEADER + 1) {
                throw new DamagedFileException(
                        "records must fill their transaction", next, "bytes left=" + (end - next));
            }
            int bytes = (int) Math.min(DataRecord.HEADER + Long.BYTES, end - next);
            DataRecord record = StoreFile.record(bytes(next, bytes), next, end);
            if (record.transaction() != at) {
                throw new DamagedFileException(
                        "a record must point to its transaction",
                        next,
                        "points to=" + record.transaction() + ", transaction=" + at);
            }
            if (record.tid() != tid) {
                throw new DamagedFileException(
                        "a record must have the id of its transaction",
                        next,
                        "tid=" + Ids.text(record.tid()) + ", transaction=" + Ids.text(tid));
            }
            records.add(record);
            next = record.end();
        }
        return records;
    }

    /** Bytes within the file, from a window that moves on. At most {@link #MOST_TEXT} of them. */
    private ByteBuffer bytes(long offset, int count) throws IOException {
        if (!isInWindow(offset, count)) {
            window = file.between(count, Math.max(WINDOW, MOST_TEXT), offset);
            windowAt = offset;
            if (window.remaining() < count) {
                throw new DamagedFileException("a file must not shrink while it is read", offset, "bytes=" + count);
            }
        }
        int from = (int) (offset - windowAt);
        return window.duplicate().limit(from + count).position(from);
    }

    private boolean isInWindow(long offset, int count) {
        return offset >= windowAt && offset + count <= windowAt + window.limit();
    }

    /** The length at the end of a transaction. Does not move the window: its records come next. */
    private long trailer(long offset) throws IOException {
        ByteBuffer read = isInWindow(offset, Long.BYTES) ? bytes(offset, Long.BYTES) : file.exactly(Long.BYTES, offset);
        return read.getLong();
    }

    /** Closes the file. */
    @Override
    public void close() throws IOException {
        channel.close();
    }
}
