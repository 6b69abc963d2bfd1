// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.filestorage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A file on a disk that has room for so many bytes more, may fail to read and to sync, and counts what is asked of it. */
public final class FullDisk extends FileChannel {
    private final FileChannel file;
    private final AtomicInteger syncs;
    /** Bytes that may still be written; a write that does not fit writes what fits, as a disk does. */
    volatile long room = Long.MAX_VALUE;

    volatile boolean broken;
    volatile boolean unreadable;
    /** Whether the next read or write finds no memory. */
    volatile boolean withoutMemory;

    /** Reads, and looks at the size. */
    final AtomicInteger calls = new AtomicInteger();

    final AtomicLong bytesRead = new AtomicLong();

    /** Most bytes of one read or write. */
    final AtomicInteger largest = new AtomicInteger();

    FullDisk(FileChannel file) {
        this(file, new AtomicInteger());
    }

    private FullDisk(FileChannel file, AtomicInteger syncs) {
        this.file = file;
        this.syncs = syncs;
    }

    /** A writer whose disk has room, and counts how often it is synced. */
    public static FileStorageWriter open(Path file, AtomicInteger syncs) throws IOException {
        return FileStorageWriter.open(file, 0, channel -> new FullDisk(channel, syncs));
    }

    @Override
    public int write(ByteBuffer source, long position) throws IOException {
        spendMemory();
        largest.accumulateAndGet(source.remaining(), Math::max);
        long free = room; // one thread writes
        if (free == 0 && source.hasRemaining()) {
            throw new IOException("No space left on device");
        }
        int bytes = (int) Math.min(source.remaining(), free);
        ByteBuffer part = source.slice().limit(bytes);
        int written = file.write(part, position);
        source.position(source.position() + written);
        room = free - written;
        return written;
    }

    @Override
    public void force(boolean metaData) throws IOException {
        syncs.incrementAndGet();
        if (broken) {
            throw new IOException("Input/output error");
        }
    }

    @Override
    public int read(ByteBuffer target, long position) throws IOException {
        calls.incrementAndGet();
        spendMemory();
        largest.accumulateAndGet(target.remaining(), Math::max);
        if (unreadable) {
            throw new IOException("Input/output error");
        }
        int bytes = file.read(target, position);
        bytesRead.addAndGet(Math.max(0, bytes));
        return bytes;
    }

    private void spendMemory() {
        if (withoutMemory) {
            withoutMemory = false;
            throw new OutOfMemoryError("Java heap space");
        }
    }

    @Override
    public long size() throws IOException {
        calls.incrementAndGet();
        return file.size();
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
        file.truncate(size);
        return this;
    }

    /** The target is on this disk, too. */
    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes at a time
    public long transferTo(long position, long count, WritableByteChannel target) throws IOException {
        if (room == 0) {
            throw new IOException("No space left on device");
        }
        long bytes = file.transferTo(position, Math.min(count, room), target);
        room -= bytes;
        return bytes;
    }

    @Override
    protected void implCloseChannel() throws IOException {
        file.close();
    }

    // ---- a storage uses none of these

    @Override
    public int read(ByteBuffer target) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long read(ByteBuffer[] targets, int offset, int length) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int write(ByteBuffer source) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long write(ByteBuffer[] sources, int offset, int length) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long position() {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileChannel position(long position) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long position, long count) {
        throw new UnsupportedOperationException();
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long position, long size) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileLock lock(long position, long size, boolean shared) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) {
        throw new UnsupportedOperationException();
    }
}
