// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.client;

import io.troupe.examples.objstore.filestorage.Load;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Revisions of objects, each with the transactions during which it was current. The least recently used ones go first. One
 * thread at a time.
 *
 * <p>Invariant: a revision without a successor is current as of the last transaction that {@link #invalidate} has named. So
 * invalidations and replies must come in the order in which the server has sent them.
 */
final class RevisionCache {
    /** What an entry costs beside its data, roughly. */
    private static final int OVERHEAD = 160;

    private final long mostBytes;
    /** By object, then by the transaction that wrote the revision. */
    private final Map<Long, NavigableMap<Long, Load.Found>> revisions = new HashMap<>();
    /** In the order of their last use. */
    private final LinkedHashMap<Revision, Integer> used = new LinkedHashMap<>(16, 0.75f, true);

    private long bytes;

    private record Revision(long oid, long tid) {}

    /** A cache of so many bytes. */
    RevisionCache(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** {@return the revision that was current as of a transaction, which is not later than the last invalidation; null if unknown} */
    Load.@Nullable Found get(long oid, long at) {
        NavigableMap<Long, Load.Found> all = revisions.get(oid);
        Map.Entry<Long, Load.Found> floor = all == null ? null : all.floorEntry(at);
        if (floor == null) {
            return null;
        }
        Load.Found found = floor.getValue();
        if (found.next() != 0 && at >= found.next()) {
            return null;
        }
        used.get(new Revision(oid, found.tid()));
        return found;
    }

    /** Keeps a revision, unless it is larger than the whole cache. */
    void put(long oid, Load.Found found) {
        int size = found.data().length + OVERHEAD;
        if (size > mostBytes) {
            return;
        }
        revisions.computeIfAbsent(oid, key -> new TreeMap<>()).put(found.tid(), found);
        Integer before = used.put(new Revision(oid, found.tid()), size);
        bytes += size - (before == null ? 0 : before);
        while (bytes > mostBytes) {
            Revision oldest = used.keySet().iterator().next();
            bytes -= used.remove(oldest);
            NavigableMap<Long, Load.Found> all = revisions.get(oldest.oid);
            if (all != null) {
                all.remove(oldest.tid);
                if (all.isEmpty()) {
                    revisions.remove(oldest.oid);
                }
            }
        }
    }

    /** An object has a new revision, so the one that was current ends there. */
    void invalidate(long oid, long tid) {
        NavigableMap<Long, Load.Found> all = revisions.get(oid);
        if (all != null && !all.isEmpty()) {
            Load.Found last = all.lastEntry().getValue();
            if (last.next() == 0 && last.tid() < tid) {
                all.put(last.tid(), new Load.Found(last.data(), last.tid(), tid));
            }
        }
    }

    /** {@return bytes that are kept, with what they cost beside their data} */
    long bytes() {
        return bytes;
    }

    /** Forgets everything. */
    void clear() {
        revisions.clear();
        used.clear();
        bytes = 0;
    }
}
