// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.zeo;

import io.troupe.examples.objstore.filestorage.Ids;
import io.troupe.examples.objstore.filestorage.Load;
import io.troupe.examples.objstore.filestorage.ObjectStorage;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Knows whether reading and writing work, for whoever runs the server: a line whenever that changes. Reading works again when
 * the object can be read that could not, and writing when a transaction of the size could be finished that could not. So a
 * damaged object or a disk that is nearly full does not fill the log. Any thread.
 */
final class WatchedStorage extends ObjectStorage.Forwarding {
    private final Consumer<String> log;

    // written under the lock of this object
    private volatile @Nullable Unread unread;
    private volatile @Nullable Unwritten unwritten;

    private record Unread(long oid, String sentence) {}

    /** @param least bytes of the smallest transaction that has failed; nothing works again beyond the largest number */
    private record Unwritten(long least, String sentence) {}

    /**
     * Watches a storage.
     *
     * @param log gets the lines; on any thread
     */
    WatchedStorage(ObjectStorage storage, Consumer<String> log) {
        super(storage);
        this.log = log;
    }

    @Override
    public Load loadBefore(long oid, long before, long seen) throws IOException {
        Load outcome;
        try {
            outcome = super.loadBefore(oid, before, seen);
        } catch (IOException | OutOfMemoryError e) {
            notRead(oid, e);
            throw e;
        }
        Unread failure = unread;
        if (failure != null && failure.oid == oid) {
            read(oid);
        }
        return outcome;
    }

    @Override
    public @Nullable Load cached(long oid, long before, long seen) throws IOException {
        try {
            return super.cached(oid, before, seen);
        } catch (IOException e) {
            notRead(oid, e);
            throw e;
        }
    }

    @Override
    public boolean isUnchangedSince(long oid, long tid) throws IOException {
        try {
            return super.isUnchangedSince(oid, tid);
        } catch (IOException e) {
            notRead(oid, e);
            throw e;
        }
    }

    private synchronized void notRead(long oid, Throwable cause) {
        if (unread == null) {
            unread = new Unread(oid, "reading has failed: oid=" + Ids.text(oid) + ", cause=" + cause.getMessage());
            log.accept(unread.sentence);
        }
    }

    private synchronized void read(long oid) {
        if (unread != null && unread.oid == oid) {
            unread = null;
            log.accept("reading works again: oid=" + Ids.text(oid));
        }
    }

    /** A transaction could not be written. */
    synchronized void notWritten(long bytes, Throwable cause) {
        Unwritten before = unwritten;
        if (before == null) {
            String sentence = "writing has failed: bytes=" + bytes + ", cause=" + cause.getMessage();
            unwritten = new Unwritten(bytes, sentence);
            log.accept(sentence);
        } else if (bytes < before.least) {
            unwritten = new Unwritten(bytes, before.sentence);
        }
    }

    /** A transaction was written. */
    synchronized void written(long bytes) {
        if (unwritten != null && bytes >= unwritten.least) {
            unwritten = null;
            log.accept("writing works again: bytes=" + bytes);
        }
    }

    /** Nothing is written any more. */
    synchronized void broken(String sentence) {
        unwritten = new Unwritten(Long.MAX_VALUE, sentence);
        log.accept(sentence);
    }

    /** Why an object could not be read; null if reading works. */
    @Nullable
    String readFailure() {
        Unread failure = unread;
        return failure == null ? null : failure.sentence;
    }

    /** Why a transaction could not be written; null if writing works. */
    @Nullable
    String writeFailure() {
        Unwritten failure = unwritten;
        return failure == null ? null : failure.sentence;
    }
}
