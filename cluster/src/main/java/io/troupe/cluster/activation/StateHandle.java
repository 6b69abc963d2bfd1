// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.activation;

import io.troupe.cluster.store.Commit;
import io.troupe.cluster.store.GroupCommitter;
import io.troupe.cluster.store.StateKey;
import io.troupe.cluster.store.StateStore;
import io.troupe.cluster.store.StateWrite;
import io.troupe.cluster.store.StoreException;
import io.troupe.cluster.store.StoredState;
import io.troupe.cluster.store.WriteLine;
import io.troupe.core.host.OutletHost;
import org.jspecify.annotations.Nullable;

/**
 * What the actor of one key has of its cluster, whichever object executes it. The object finds it while it is made. Any
 * thread.
 */
public final class StateHandle {
    /** For the object that the calling thread makes. */
    private static final ThreadLocal<@Nullable StateHandle> CURRENT = new ThreadLocal<>();

    private final StateHandles all;
    private final StateKey key;
    private final StateCodec codec;
    private final StateStore store;
    private final GroupCommitter committer;
    private final OutletHost host;
    private final Quarantine quarantine = new Quarantine();

    /** Writes that are under way; guarded by this. */
    private int writing;

    StateHandle(
            StateHandles all,
            StateKey key,
            StateCodec codec,
            StateStore store,
            GroupCommitter committer,
            OutletHost host) {
        this.all = all;
        this.key = key;
        this.codec = codec;
        this.store = store;
        this.committer = committer;
        this.host = host;
    }

    /** Makes an object that finds this. */
    public <T> T make(Making<T> factory) throws Exception {
        StateHandle outer = CURRENT.get();
        CURRENT.set(this);
        try {
            return factory.make();
        } finally {
            CURRENT.set(outer);
        }
    }

    /** Makes an object. */
    @FunctionalInterface
    public interface Making<T> {
        /** Makes it. */
        T make() throws Exception;
    }

    /** That of the object that the calling thread makes; null if nobody makes one for a cluster. */
    public static @Nullable StateHandle claim() {
        return CURRENT.get();
    }

    /** Whose state it is. */
    public StateKey key() {
        return key;
    }

    /** How its states are encoded. */
    public StateCodec codec() {
        return codec;
    }

    /** The system of the actor. */
    public OutletHost host() {
        return host;
    }

    /** When to load again after failures. In turns of the actor. */
    public Quarantine quarantine() {
        return quarantine;
    }

    /**
     * Reads the state when all that was written has settled: the object before this one may have writes under way. Waits; on
     * a thread for blocking work.
     */
    public @Nullable StoredState load() throws StoreException, InterruptedException {
        synchronized (this) {
            while (writing > 0) {
                wait();
            }
        }
        return store.load(key);
    }

    /**
     * Writes a state. Never waits.
     *
     * @param state with the next version
     * @param line of the object that writes
     * @param commit told the outcome, on the committing thread
     * @return false if too much waits: nothing is written, and nobody is told
     */
    public boolean write(StoredState state, WriteLine line, Commit commit) {
        synchronized (this) {
            writing++;
        }
        boolean taken = committer.submit(new StateWrite(key, state), line, (outcome, cause) -> {
            try {
                commit.done(outcome, cause);
            } finally {
                settled();
            }
        });
        if (!taken) {
            settled();
        }
        return taken;
    }

    /** Its object has ended; whoever comes next may begin anew, unless there is something to remember. In its last turn. */
    public void leave() {
        if (!isWriting() && quarantine.isForgettable()) {
            all.forget(this);
        }
    }

    private synchronized boolean isWriting() {
        return writing > 0;
    }

    private synchronized void settled() {
        if (--writing == 0) {
            notifyAll();
        }
    }
}
