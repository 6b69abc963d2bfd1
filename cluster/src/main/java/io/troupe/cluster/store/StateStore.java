// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where states are stored: the port between durable actors and databases. Opening a store takes all of its shards over,
 * which raises their epochs; every write carries the epoch, so whoever had them before writes nothing any more.
 */
public interface StateStore extends AutoCloseable {
    /**
     * Reads one state. Waits for the database; any thread.
     *
     * @return null if there is none
     * @throws StoreException if it cannot be read now
     */
    @Nullable
    StoredState load(StateKey key) throws StoreException;

    /**
     * Stores several states at once: all that are not refused, or none. Waits for the database; one thread at a time.
     *
     * @param writes one per key
     * @return for each write whether it is stored; false: its shard is somebody else's now, or a newer version is there
     * @throws StoreException if it is not known whether they are stored
     */
    boolean[] commit(List<StateWrite> writes) throws StoreException;

    /** Gives the connections back. Nothing is read or written afterwards. */
    @Override
    void close();
}
