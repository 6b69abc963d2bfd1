// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.filestorage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Appends transactions to a storage. One thread at a time; only {@link #sync} may run beside it.
 *
 * <pre>
 *   vote     the whole transaction behind the last one, with the status c
 *   finish   the status becomes ' ': from here on the next one may vote
 *   sync     the disk has all that was finished before the call; one sync may serve several transactions
 *   publish  readers see it, and whoever committed may be told
 *   abort    instead of finish: the file is cut
 * </pre>
 *
 * At most one transaction is voted for at a time. Finished transactions that are not published yet count for conflicts.
 */
public final class FileStorageWriter implements AutoCloseable {
    private static final int STATUS = 16;
    private static final int BUFFER = 1 << 16;
    private static final int MOST_TEXT = 0xffff;

    private final StoreLock lock;
    private final FileChannel channel;
    private final FileStorage storage;
    /** Newest record of objects whose transaction is finished and not published. */
    private final Map<Long, DataRecord> unpublished = new HashMap<>();

    private long end;
    private long lastTid;
    /** The records of the transaction that is voted for. */
    private Map<Long, DataRecord> records = Map.of();

    private Vote.@Nullable Accepted open;

    private FileStorageWriter(StoreLock lock, FileChannel channel, FileStorage storage) {
        this.lock = lock;
        this.channel = channel;
        this.storage = storage;
        end = storage.end();
        lastTid = storage.head();
    }

    /**
     * Opens a storage for writing; makes an empty one if there is no file. The rest of a crash at the end of the file is cut
     * off and kept in a file beside it, {@code Data.fs.tr0} and so on.
     *
     * @param path the file
     * @return the writer, which holds the lock of the storage until it is closed
     * @throws DamagedFileException if the file breaks a rule of the format
     * @throws IOException if the file cannot be read or written, or another process writes to it: the message has its id
     */
    public static FileStorageWriter open(Path path) throws IOException {
        return open(path, 0);
    }

    /**
     * Opens a storage for writing, with a cache for its readers.
     *
     * @param path the file
     * @param cacheBytes most bytes of objects that are kept in memory; 0: none
     * @return the writer
     * @throws DamagedFileException if the file breaks a rule of the format
     * @throws IOException if the file cannot be read or written, or another process writes to it: the message has its id
     */
    public static FileStorageWriter open(Path path, long cacheBytes) throws IOException {
        return open(path, cacheBytes, channel -> channel);
    }

    /** The same, with another channel between the writer and the file. */
    static FileStorageWriter open(Path path, long cacheBytes, UnaryOperator<FileChannel> between) throws IOException {
        StoreLock lock = StoreLock.take(path);
        FileChannel channel = null;
        try {
            channel = between.apply(openFile(path));
            lock.follow(path);
            if (channel.size() == 0) {
                begin(path, channel);
            }
            FileStorage storage = new FileStorage(path, channel, cacheBytes);
            if (channel.size() > storage.end()) {
                cutTail(path, channel, storage.end());
            }
            return new FileStorageWriter(lock, channel, storage);
        } catch (IOException | RuntimeException | Error e) {
            if (channel != null) {
                channel.close();
            }
            lock.close();
            throw e;
        }
    }

    private static FileChannel openFile(Path path) throws IOException {
        try {
            return FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE);
        } catch (IOException e) {
            throw notWritable(path, e);
        }
    }

    /** Makes an empty storage of an empty file, or leaves it empty: a file with a part of the first bytes is no storage. */
    private static void begin(Path path, FileChannel channel) throws IOException {
        try {
            write(channel, ByteBuffer.wrap("FS30".getBytes(StandardCharsets.US_ASCII)), 0);
        } catch (IOException e) {
            try {
                channel.truncate(0);
            } catch (IOException failure) {
                e.addSuppressed(failure);
            }
            throw notWritable(path, e);
        }
    }

    private static void cutTail(Path path, FileChannel channel, long end) throws IOException {
        try {
            keepTail(path, channel, end);
            channel.truncate(end);
            channel.force(true);
        } catch (IOException e) {
            throw notWritable(path, e);
        }
    }

    /** What is in the way of a writer, and what to do about it; a channel that was closed meanwhile is nothing of that kind. */
    static IOException notWritable(Path storage, IOException cause) {
        return cause instanceof ClosedChannelException
                ? cause
                : new IOException(
                        "a storage must be writable to be opened for writing, so make room or give permission, or open it"
                                + " read-only: file=" + storage + ", cause=" + reason(cause),
                        cause);
    }

    /** {@return why a call of the file system has failed, without the name of the file} */
    static String reason(IOException failure) {
        if (failure instanceof NoSuchFileException) {
            return "no such file or folder";
        }
        if (failure instanceof AccessDeniedException) {
            return "permission denied";
        }
        String reason = failure instanceof FileSystemException system ? system.getReason() : failure.getMessage();
        return reason == null ? failure.getClass().getSimpleName() : reason;
    }

    private static void keepTail(Path path, FileChannel from, long offset) throws IOException {
        int number = 0;
        while (!keepTailAs(path.resolveSibling(path.getFileName() + ".tr" + number), from, offset)) {
            number++;
        }
    }

    /** {@return false if there is a file of this name already, which stays as it is} */
    private static boolean keepTailAs(Path kept, FileChannel from, long offset) throws IOException {
        FileChannel made;
        try {
            made = FileChannel.open(kept, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (FileAlreadyExistsException e) {
            return false;
        }
        try (FileChannel to = made) {
            long at = offset;
            long size = from.size();
            while (at < size) {
                at += from.transferTo(at, size - at, to);
            }
            return true;
        } catch (IOException e) { // the next try keeps all of it
            try {
                Files.deleteIfExists(kept);
            } catch (IOException failure) {
                e.addSuppressed(failure);
            }
            throw e;
        }
    }

    /** {@return the storage for readers on any thread; closed with this} */
    public FileStorage storage() {
        return storage;
    }

    /**
     * Checks a transaction and appends it, not finished yet.
     *
     * @param user bytes, 65,535 at most
     * @param description bytes, 65,535 at most
     * @param extension a pickle or nothing; bytes, 65,535 at most
     * @param changes one per object
     * @param now the time that the id of the transaction is made from
     * @return whether it was appended
     * @throws IllegalArgumentException if a text is too long, or an object has no bytes
     * @throws IllegalStateException if another transaction is voted for
     * @throws IOException if the file cannot be written, for example because the disk is full, or somebody else has shortened
     *     it; nothing of the transaction is left in it
     */
    public Vote vote(byte[] user, byte[] description, byte[] extension, List<Change> changes, Instant now)
            throws IOException {
        if (open != null) {
            throw new IllegalStateException("one transaction at a time may be voted for: open=" + Ids.text(open.tid()));
        }
        int longest = Math.max(user.length, Math.max(description.length, extension.length));
        if (longest > MOST_TEXT) {
            throw new IllegalArgumentException(
                    "user, description and extension must be shorter than 64 KiB: bytes=" + longest);
        }
        Map<Long, Change> last = new LinkedHashMap<>();
        Map<Long, DataRecord> before = new HashMap<>();
        List<Vote.Conflict> conflicts = new ArrayList<>();
        for (Change change : changes) {
            DataRecord current = current(change.oid());
            if (change instanceof Change.Store store) {
                if (store.data().length == 0) { // would be a deletion
                    throw new IllegalArgumentException("an object must have a byte: oid=" + Ids.text(change.oid()));
                }
                if (current != null && current.tid() != change.serial()) {
                    conflicts.add(new Vote.Conflict(change.oid(), current.tid(), change.serial(), store.data()));
                }
            } else if (current == null || (change instanceof Change.Check && current.isDeletion())) {
                return new Vote.Unknown(change.oid());
            } else if (current.tid() != change.serial()) {
                return new Vote.Outdated(change.oid(), current.tid(), change.serial(), change instanceof Change.Check);
            }
            if (!(change instanceof Change.Check)) {
                last.put(change.oid(), change);
                if (current != null) {
                    before.put(change.oid(), current);
                }
            }
        }
        if (!conflicts.isEmpty()) {
            return new Vote.Conflicted(conflicts);
        }
        long size = channel.size();
        if (size < end) { // what comes behind the hole could be read by nobody
            throw new IOException(
                    "a file must not be shortened while it is served: bytes=" + size + ", expected=" + end);
        }
        if (size > end) { // of a vote that has failed, and could not be cut off then
            channel.truncate(end);
        }
        Vote.Accepted accepted;
        try {
            accepted = append(user, description, extension, last, before, Ids.next(lastTid, now));
        } catch (IOException | RuntimeException | Error e) {
            channel.truncate(end);
            throw e;
        }
        open = accepted;
        return accepted;
    }

    /** The newest record of an object, published or not. */
    private @Nullable DataRecord current(long oid) throws IOException {
        DataRecord record = unpublished.get(oid);
        return record == null ? storage.newest(oid) : record;
    }

    private Vote.Accepted append(
            byte[] user,
            byte[] description,
            byte[] extension,
            Map<Long, Change> changes,
            Map<Long, DataRecord> before,
            long tid)
            throws IOException {
        long length = (long) TransactionRecord.HEADER + user.length + description.length + extension.length;
        for (Change change : changes.values()) {
            int data = data(change).length;
            length += (long) DataRecord.HEADER + (data == 0 ? Long.BYTES : data);
        }
        Appender out = new Appender(end);
        ByteBuffer header = ByteBuffer.allocate(TransactionRecord.HEADER)
                .putLong(tid)
                .putLong(length)
                .put((byte) TransactionRecord.VOTED)
                .putShort((short) user.length)
                .putShort((short) description.length)
                .putShort((short) extension.length);
        out.put(header.array());
        out.put(user);
        out.put(description);
        out.put(extension);
        Map<Long, DataRecord> written = new HashMap<>();
        Map<Long, Long> offsets = new LinkedHashMap<>();
        for (Change change : changes.values()) {
            DataRecord previous = before.get(change.oid());
            byte[] data = data(change);
            DataRecord record = new DataRecord(
                    out.at(), change.oid(), tid, previous == null ? 0 : previous.offset(), end, data.length, 0);
            written.put(change.oid(), record);
            offsets.put(change.oid(), record.offset());
            out.put(ByteBuffer.allocate(DataRecord.HEADER)
                    .putLong(record.oid())
                    .putLong(tid)
                    .putLong(record.previous())
                    .putLong(end)
                    .putShort((short) 0)
                    .putLong(data.length)
                    .array());
            out.put(data.length == 0 ? new byte[Long.BYTES] : data);
        }
        out.put(ByteBuffer.allocate(Long.BYTES).putLong(length).array());
        out.flush();
        records = written;
        return new Vote.Accepted(tid, end, out.at(), offsets);
    }

    private static byte[] data(Change change) {
        return change instanceof Change.Store store ? store.data() : new byte[0];
    }

    /**
     * Finishes the transaction that is voted for. It is not safe before a {@link #sync} that begins after this, and not seen before
     * {@link #publish}.
     *
     * @throws IOException if the file cannot be written; the transaction is still voted for
     */
    public void finish(Vote.Accepted accepted) throws IOException {
        checkOpen(accepted);
        write(ByteBuffer.wrap(new byte[] {(byte) TransactionRecord.FINISHED}), accepted.offset() + STATUS);
        open = null;
        end = accepted.end();
        lastTid = accepted.tid();
        unpublished.putAll(records);
        records = Map.of();
    }

    /** Takes the transaction that is voted for out of the file again. */
    public void abort(Vote.Accepted accepted) throws IOException {
        checkOpen(accepted);
        channel.truncate(end);
        open = null;
    }

    private void checkOpen(Vote.Accepted accepted) {
        if (open == null || open.tid() != accepted.tid()) {
            throw new IllegalStateException(
                    "a transaction must be voted for before its end: tid=" + Ids.text(accepted.tid()));
        }
    }

    /** Waits until the disk has all that was finished before. Any thread. */
    public void sync() throws IOException {
        channel.force(true);
    }

    /** Lets readers see a transaction that is finished and safe; in the order in which they were finished. */
    public void publish(Vote.Accepted accepted) {
        storage.publish(accepted.tid(), accepted.end(), accepted.offsets());
        accepted.offsets()
                .forEach((oid, offset) ->
                        unpublished.computeIfPresent(oid, (key, record) -> record.offset() == offset ? null : record));
    }

    private void write(ByteBuffer bytes, long offset) throws IOException {
        write(channel, bytes, offset);
    }

    /** Writes all of the bytes, or fails; then a part of them may be there. */
    static void write(FileChannel channel, ByteBuffer bytes, long offset) throws IOException {
        long at = offset;
        while (bytes.hasRemaining()) {
            int written = channel.write(StoreFile.piece(bytes), at);
            bytes.position(bytes.position() + written);
            at += written;
        }
    }

    /** Closes the file and lets the next writer in. A transaction that is voted for is aborted. */
    @Override
    public void close() throws IOException {
        try {
            if (open != null) {
                abort(open);
            }
        } finally {
            try {
                channel.close();
            } finally {
                lock.close();
            }
        }
    }

    /** Collects small pieces. */
    private final class Appender {
        private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
        private long offset;

        Appender(long offset) {
            this.offset = offset;
        }

        long at() {
            return offset + buffer.position();
        }

        void put(byte[] bytes) throws IOException {
            if (bytes.length > buffer.remaining()) {
                flush();
            }
            if (bytes.length > buffer.remaining()) {
                write(ByteBuffer.wrap(bytes), offset);
                offset += bytes.length;
            } else {
                buffer.put(bytes);
            }
        }

        void flush() throws IOException {
            int bytes = buffer.flip().remaining();
            write(buffer, offset);
            offset += bytes;
            buffer.clear();
        }
    }
}
