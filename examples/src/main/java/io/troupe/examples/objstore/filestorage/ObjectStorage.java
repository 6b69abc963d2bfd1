// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.filestorage;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What a server reads objects from. Any number of threads may read; a read names the last transaction that it sees, a {@link #head}. */
public interface ObjectStorage extends AutoCloseable {
    /** {@return the id of the last transaction that everybody may see; 0 without any} */
    long head();

    /** {@return bytes of the storage, for statistics} */
    long end();

    /** {@return number of objects, with those that were deleted} */
    int length();

    /** {@return the largest id of an object; 0 without any} */
    long largestOid();

    /**
     * Reads the revision of an object that was current before a transaction.
     *
     * @param oid the object
     * @param before the transaction; it need not exist
     * @param seen the last transaction that the read sees; {@link #head} or an earlier head
     * @return the revision and the transaction that replaced it, if {@code seen} or an earlier one did
     * @throws IOException if the storage is damaged or cannot be read
     */
    Load loadBefore(long oid, long before, long seen) throws IOException;

    /**
     * Looks for the outcome of {@link #loadBefore} in memory. Never waits for the disk.
     *
     * @param oid the object
     * @param before the transaction
     * @param seen the last transaction that the read sees
     * @return the outcome; null if the disk must be read. Null unless overridden
     * @throws IOException if the storage is damaged
     */
    default @Nullable Load cached(long oid, long before, long seen) throws IOException {
        return null;
    }

    /**
     * Reads one revision of an object.
     *
     * @param oid the object
     * @param tid the transaction that wrote the revision
     * @param seen the last transaction that the read sees
     * @return the revision, or that it is missing
     * @throws IOException if the storage is damaged or cannot be read
     */
    default Load loadSerial(long oid, long tid, long seen) throws IOException {
        if (Long.compareUnsigned(tid, seen) > 0 || tid == -1) {
            return new Load.Missing();
        }
        return loadBefore(oid, tid + 1, seen) instanceof Load.Found found && found.tid() == tid
                ? found
                : new Load.Missing();
    }

    /**
     * {@return whether an object has no revision that is later than a transaction} So what was read with that transaction as
     * the last one seen is current.
     *
     * @throws IOException if the storage cannot be read
     */
    boolean isUnchangedSince(long oid, long tid) throws IOException;

    /** Reading fails from here on. */
    @Override
    void close() throws IOException;

    /** A storage that is another one, but for what a subclass changes. */
    abstract class Forwarding implements ObjectStorage {
        private final ObjectStorage storage;

        /**
         * Forwards to this storage.
         *
         * @param storage has the objects; closed with this
         */
        protected Forwarding(ObjectStorage storage) {
            this.storage = storage;
        }

        @Override
        public long head() {
            return storage.head();
        }

        @Override
        public long end() {
            return storage.end();
        }

        @Override
        public int length() {
            return storage.length();
        }

        @Override
        public long largestOid() {
            return storage.largestOid();
        }

        @Override
        public Load loadBefore(long oid, long before, long seen) throws IOException {
            return storage.loadBefore(oid, before, seen);
        }

        @Override
        public @Nullable Load cached(long oid, long before, long seen) throws IOException {
            return storage.cached(oid, before, seen);
        }

        @Override
        public boolean isUnchangedSince(long oid, long tid) throws IOException {
            return storage.isUnchangedSince(oid, tid);
        }

        @Override
        public void close() throws IOException {
            storage.close();
        }
    }
}
