// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore;

import io.troupe.examples.objstore.filestorage.Load;
import io.troupe.examples.objstore.filestorage.ObjectStorage;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;

/**
 * A storage whose loads wait first, as for a disk that seeks: to measure a server whose objects are not in memory. Keeps
 * nothing in memory.
 *
 * @param storage has the objects; closed with this
 * @param waitNanos how long each load waits
 */
record ModelledDisk(ObjectStorage storage, long waitNanos) implements ObjectStorage {
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
        long end = System.nanoTime() + waitNanos;
        for (long left = waitNanos; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
            if (Thread.currentThread().isInterrupted()) {
                break;
            }
        }
        return storage.loadBefore(oid, before, seen);
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
