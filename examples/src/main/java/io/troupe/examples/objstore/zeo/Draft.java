// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.zeo;

import io.troupe.dispatch.mailbox.MemoryAccount;
import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.dispatch.mailbox.QueueKind;
import io.troupe.examples.objstore.filestorage.Change;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A transaction that a client collects. Of one link, on its turns. Counts in a budget until it is released. */
public final class Draft {
    /** Most bytes of one transaction. */
    static final long MOST_BYTES = 256L << 20;

    /** What a step costs beside its data, about. */
    static final long OVERHEAD = 256;

    private final MemoryBudget budget;
    private final MemoryAccount memory;
    private final long most;
    private final long id;
    private final byte[] user;
    private final byte[] description;
    private final byte[] extension;
    private final Map<Long, Change> writes = new LinkedHashMap<>();
    private final List<Change> checks = new ArrayList<>();
    private long bytes;
    private @Nullable Fault failure;

    /**
     * A transaction without steps.
     *
     * @param budget that all transactions of the server share: each may have as much as is free, so at most half
     * @param owner for people who look at the budget
     * @param id of the client's choice
     */
    Draft(MemoryBudget budget, String owner, long id, byte[] user, byte[] description, byte[] extension) {
        this.budget = budget;
        this.memory = budget.account(QueueKind.LINK, owner, writes);
        this.most = Math.min(MOST_BYTES, budget.limit() / 2);
        this.id = id;
        this.user = user;
        this.description = description;
        this.extension = extension;
        grow(OVERHEAD + user.length + description.length + extension.length);
    }

    boolean hasId(@Nullable Object other) {
        return other instanceof Long number && number == id;
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

    /** All that it has, or had when it was released. */
    long bytes() {
        return bytes;
    }

    /** Why it cannot be voted for; null if it can. */
    @Nullable
    Fault failure() {
        return failure;
    }

    /** Makes it one that cannot be voted for: a call without a reply was wrong. */
    void fail(Fault fault) {
        if (failure == null) {
            failure = fault;
            release();
        }
    }

    /** A later store of the same object takes the place of the former: that is how a client resolves a conflict. */
    void write(Change change) {
        if (failure == null) {
            Change before = writes.put(change.oid(), change);
            grow(weight(change) - (before == null ? 0 : weight(before)));
        }
    }

    void check(Change.Check check) {
        if (failure == null) {
            checks.add(check);
            grow(weight(check));
        }
    }

    private static long weight(Change change) {
        return OVERHEAD + (change instanceof Change.Store store ? store.data().length : 0);
    }

    private void grow(long more) {
        bytes += more;
        if (bytes > most) {
            fail(Fault.storage("a transaction must not be larger than the limit: bytes=" + bytes + ", limit=" + most));
        } else if (memory.tryGrow(bytes)) {
            memory.recordLevel();
        } else {
            budget.countRefusal();
            fail(Fault.busy("a server must have memory for a transaction, so try it again later: bytes=" + bytes
                    + ", free=" + budget.free()));
        }
    }

    /** All steps, for a vote. */
    List<Change> changes() {
        List<Change> all = new ArrayList<>(writes.values());
        all.addAll(checks);
        return all;
    }

    /** Lets go of all steps: they are in the file, or nobody wants them. There are no more from here on. */
    void release() {
        writes.clear();
        checks.clear();
        memory.close();
    }
}
