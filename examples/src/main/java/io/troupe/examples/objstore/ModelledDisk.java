// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore;

import io.troupe.examples.objstore.filestorage.Load;
import io.troupe.examples.objstore.filestorage.ObjectStorage;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A storage whose loads wait first, as for a disk that seeks: to measure a server whose objects are not in memory. Keeps
 * nothing in memory.
 */
final class ModelledDisk extends ObjectStorage.Forwarding {
    private final long waitNanos;

    /**
     * Waits before it reads.
     *
     * @param storage has the objects; closed with this
     * @param waitNanos how long each load waits
     */
    ModelledDisk(ObjectStorage storage, long waitNanos) {
        super(storage);
        this.waitNanos = waitNanos;
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
        return super.loadBefore(oid, before, seen);
    }

    @Override
    public @Nullable Load cached(long oid, long before, long seen) {
        return null;
    }
}
