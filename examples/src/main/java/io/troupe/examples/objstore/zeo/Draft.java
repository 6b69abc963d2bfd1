// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.zeo;

import io.troupe.examples.objstore.filestorage.Change;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A transaction that a client collects. Of one link, on its turns. */
public final class Draft {
    /** Most bytes of objects in one transaction. */
    static final long MOST_BYTES = 256L << 20;

    private final Object id;
    private final byte[] user;
    private final byte[] description;
    private final byte[] extension;
    private final Map<Long, Change> writes = new LinkedHashMap<>();
    private final List<Change> checks = new ArrayList<>();
    private long bytes;
    private @Nullable String failure;

    Draft(Object id, byte[] user, byte[] description, byte[] extension) {
        this.id = id;
        this.user = user;
        this.description = description;
        this.extension = extension;
    }

    boolean hasId(@Nullable Object other) {
        return id.equals(other);
    }

    byte[] user() {
        return user;
    }

    byte[] description() {
        return description;
    }

    byte[] extension() {
        return extension;
    }

    /** Why it cannot be voted for; null if it can. */
    @Nullable
    String failure() {
        return failure;
    }

    /** Makes it one that cannot be voted for: a call without a reply was wrong. */
    void fail(String sentence) {
        if (failure == null) {
            failure = sentence;
        }
        writes.clear();
        checks.clear();
    }

    /** A later store of the same object takes the place of the former: that is how a client resolves a conflict. */
    void write(Change change) {
        if (failure == null) {
            if (change instanceof Change.Store store) {
                bytes += store.data().length;
            }
            writes.put(change.oid(), change);
            if (bytes > MOST_BYTES) {
                fail("a transaction must be smaller than the limit: bytes=" + bytes + ", limit=" + MOST_BYTES);
            }
        }
    }

    void check(Change.Check check) {
        checks.add(check);
    }

    /** All steps, for a vote. */
    List<Change> changes() {
        List<Change> all = new ArrayList<>(writes.values());
        all.addAll(checks);
        return all;
    }
}
