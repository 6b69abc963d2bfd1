// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.filestorage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * Bytes at offsets of one file. Any number of threads may read. Positional reads, and no memory map: a map of a file that is cut
 * meanwhile ends the process, and a file that grows needs new maps.
 */
final class StoreFile {
    /** A thread keeps as much memory beside the heap as it has once asked of a channel. */
    private static final int MOST_AT_ONCE = 1 << 20;

    private final Path path;
    private final FileChannel channel;

    StoreFile(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /** {@return bytes of the file now} */
    long size() throws IOException {
        return channel.size();
    }

    /**
     * Reads once, and again only while too few bytes have come.
     *
     * @param least bytes that are needed
     * @param most bytes that are of use
     * @return fewer than needed only at the end of the file
     */
    ByteBuffer between(int least, int most, long offset) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(most);
        int read = 0;
        while (read >= 0 && buffer.position() < least) {
            read = read(buffer, offset + buffer.position());
        }
        return buffer.flip();
    }

    /** {@return exactly this many bytes} */
    ByteBuffer exactly(int bytes, long offset) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(bytes);
        fill(buffer, offset);
        return buffer.flip();
    }

    /** Fills the whole buffer, or fails. */
    void fill(ByteBuffer buffer, long offset) throws IOException {
        while (buffer.hasRemaining()) {
            int read = read(buffer, offset + buffer.position());
            if (read < 0) {
                throw new DamagedFileException(
                        "a record must be within the file",
                        offset,
                        "bytes=" + buffer.limit() + ", there=" + buffer.position());
            }
        }
    }

    private int read(ByteBuffer buffer, long offset) throws IOException {
        try {
            int bytes = channel.read(piece(buffer), offset);
            buffer.position(buffer.position() + Math.max(0, bytes));
            return bytes;
        } catch (ClosedChannelException e) {
            throw e;
        } catch (IOException e) {
            throw new IOException(
                    "a storage must be readable, so look after its disk, or take a copy of the file: file=" + path
                            + ", offset=" + offset + ", cause=" + FileStorageWriter.reason(e),
                    e);
        }
    }

    /** {@return what is moved at once of the rest of a buffer: a view of the same bytes} */
    static ByteBuffer piece(ByteBuffer rest) {
        return rest.slice(rest.position(), Math.min(rest.remaining(), MOST_AT_ONCE));
    }

    /**
     * Cuts the header of a record out of bytes that were read at its offset; the back pointer, too, if the record has one.
     *
     * @param end the first byte that is not of the file, or not of the transaction
     */
    static DataRecord record(ByteBuffer bytes, long offset, long end) throws DamagedFileException {
        long oid = bytes.getLong();
        long tid = bytes.getLong();
        long previous = bytes.getLong();
        long transaction = bytes.getLong();
        int version = bytes.getShort();
        long length = bytes.getLong();
        if (version != 0) {
            throw new DamagedFileException(
                    "a record must have no version",
                    offset,
                    "length of version=" + Short.toUnsignedInt((short) version));
        }
        long room = end - offset - DataRecord.HEADER;
        if (length < 0 || room < (length == 0 ? Long.BYTES : length)) {
            throw new DamagedFileException(
                    "a record must end within its transaction",
                    offset,
                    "length=" + Long.toUnsignedString(length) + ", room=" + room);
        }
        if (previous < 0 || previous >= offset) {
            throw new DamagedFileException(
                    "the previous record must stand before the record",
                    offset,
                    "previous=" + Long.toUnsignedString(previous));
        }
        if (transaction < 0 || transaction >= offset) {
            throw new DamagedFileException(
                    "a transaction must begin before its records",
                    offset,
                    "transaction=" + Long.toUnsignedString(transaction));
        }
        long back = length == 0 ? bytes.getLong() : 0;
        if (back < 0 || back >= offset) {
            throw new DamagedFileException(
                    "a back pointer must point to an earlier record", offset, "back=" + Long.toUnsignedString(back));
        }
        return new DataRecord(offset, oid, tid, previous, transaction, length, back);
    }
}
