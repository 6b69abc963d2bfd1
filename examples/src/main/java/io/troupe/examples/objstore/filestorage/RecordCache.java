// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.filestorage;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.jspecify.annotations.Nullable;

/**
 * Records of a file that were read, by their offset. A record that readers may see never changes, so nothing need be
 * invalidated. The least useful ones go when the cache is full. Any thread.
 */
final class RecordCache {
    /** What an entry costs beside its data, roughly. */
    private static final int OVERHEAD = 200;

    private final @Nullable Cache<Long, Entry> entries;

    /**
     * A record.
     *
     * @param record its header
     * @param data its bytes, not to be changed; null if only the header was read, or it has a back pointer instead
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Entry(DataRecord record, byte @Nullable [] data) {}

    /** A cache of so many bytes; 0: nothing is kept. */
    RecordCache(long mostBytes) {
        entries = mostBytes == 0
                ? null
                : Caffeine.newBuilder()
                        .maximumWeight(mostBytes)
                        .weigher((Long offset, Entry entry) -> OVERHEAD + (entry.data == null ? 0 : entry.data.length))
                        .executor(Runnable::run) // making room takes microseconds
                        .build();
    }

    /** {@return what is known of the record at an offset; null if nothing is} */
    @Nullable
    Entry get(long offset) {
        return entries == null ? null : entries.getIfPresent(offset);
    }

    /** Keeps a record that readers may see. */
    void put(DataRecord record, byte @Nullable [] data) {
        if (entries != null) {
            entries.put(record.offset(), new Entry(record, data));
        }
    }
}
