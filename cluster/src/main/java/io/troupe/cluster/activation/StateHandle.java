// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.activation;

import io.troupe.cluster.store.Commit;
import io.troupe.cluster.store.GroupReader;
import io.troupe.cluster.store.ReminderChange;
import io.troupe.cluster.store.RowChanges;
import io.troupe.cluster.store.RowChanges.StoredEvent;
import io.troupe.cluster.store.StateKey;
import io.troupe.cluster.store.StateStore.CallQuestion;
import io.troupe.cluster.store.StateStore.RememberedCall;
import io.troupe.cluster.store.StateStore.StoredJournal;
import io.troupe.cluster.store.StateWrite;
import io.troupe.cluster.store.StoreException;
import io.troupe.cluster.store.StoredState;
import io.troupe.cluster.store.WriteLine;
import io.troupe.core.continuation.SettablePromise;
import io.troupe.core.host.OutletHost;
import io.troupe.core.message.Call;
import io.troupe.core.promise.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Loads and writes the state of one durable actor, and counts its writes that are under way. It belongs to the key and outlives
 * the objects of the actor; each object finds it while it is made. Any thread.
 */
public final class StateHandle {
    /** For the object that the calling thread makes. */
    private static final ThreadLocal<@Nullable StateHandle> CURRENT = new ThreadLocal<>();

    private final StateHandles all;
    private final StateKey key;

    /** When to load again after failures; null: nothing has failed since it was loaded. In turns of the actor. */
    private @Nullable Quarantine quarantine;

    /** Writes that are under way; guarded by this. */
    private int writing;

    /** Those that wait until nothing is being written; null: none. Guarded by this. */
    private @Nullable List<SettablePromise<StoredState>> loads;

    /** Whether there is an object; guarded by this. */
    private boolean live;

    /** The object, once it has started. Written and read in turns of the actor. */
    private @Nullable OnceReceiver receiver;

    StateHandle(StateHandles all, StateKey key) {
        this.all = all;
        this.key = key;
    }

    /** Makes an object that finds this. */
    public <T> T make(Making<T> factory) throws Exception {
        StateHandle outer = CURRENT.get();
        CURRENT.set(this);
        synchronized (this) {
            live = true;
        }
        boolean made = false;
        try {
            T object = factory.make();
            made = true;
            return object;
        } finally {
            CURRENT.set(outer);
            if (!made) {
                noObject();
            }
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
        return all.codec();
    }

    /** The system of the actor. */
    public OutletHost host() {
        return all.services().host();
    }

    /** How calls of its class are encoded. */
    public CallCodec calls() {
        return all.calls();
    }

    /** How calls of all classes are encoded. */
    public CallCodecs codecs() {
        return all.services().codecs();
    }

    /** Milliseconds of the epoch, by the clock of the system. */
    public long millis() {
        return all.services().host().clock().millis();
    }

    /** How long calls are remembered. */
    public long callIdMillis() {
        return all.services().callIdMillis();
    }

    /** The object takes calls that may come again, and reads its state again if it is told to. In a turn of the actor. */
    public void receiver(OnceReceiver object) {
        receiver = object;
    }

    /** Does a call, unless it was done before. In a turn of the actor. */
    @Nullable
    Promise<?> once(CallIdentity identity, Call call) throws Throwable {
        return Objects.requireNonNull(receiver, "started").once(identity, call);
    }

    /** Reads the state again if that has failed, and may be tried. In a turn of the actor. */
    public void wake() {
        Objects.requireNonNull(receiver, "started").wake();
    }

    /** The state was read. In a turn of the actor. */
    public void loaded() {
        quarantine = null;
    }

    /**
     * The state could not be read, which is the fault of the key. In a turn of the actor.
     *
     * @param now nanoseconds of a clock
     * @return the length of the quarantine in nanoseconds if this failure begins one; else 0
     */
    public long failed(long now) {
        if (quarantine == null) {
            quarantine = new Quarantine();
        }
        return quarantine.failed(now);
    }

    /**
     * Whether reading may be tried. In a turn of the actor.
     *
     * @param now nanoseconds of the same clock
     */
    public boolean mayLoad(long now) {
        return quarantine == null || quarantine.mayLoad(now);
    }

    /**
     * Reads the state when all that was written has settled: the object before this one may have writes under way. In a turn of the
     * actor, which does not wait.
     *
     * @return the state, or null if there is none; fails with {@link StoreException} if it cannot be read now
     */
    public Promise<StoredState> load() {
        SettablePromise<StoredState> loaded = new SettablePromise<>();
        synchronized (this) {
            if (writing > 0) {
                loads = loads == null ? new ArrayList<>(1) : loads;
                loads.add(loaded);
                return loaded;
            }
        }
        read(loaded);
        return loaded;
    }

    private void read(SettablePromise<StoredState> loaded) {
        read(all.services().readers().states(), key, loaded);
    }

    private static <Q, R> void read(GroupReader<Q, R> reader, Q question, SettablePromise<R> read) {
        reader.read(question, (found, failure) -> {
            if (failure == null) {
                read.complete(found);
            } else {
                read.fail(failure);
            }
        });
    }

    /**
     * Whether a store that has not answered is asked again: for as long as a lease, and no longer than this process may serve
     * the actor. Any thread.
     *
     * @param nanos since it was asked first
     */
    public boolean mayLoadAgain(long nanos) {
        return nanos < all.services().loadNanos() && isServed();
    }

    /**
     * {@return what the state of an actor with a journal follows from} Fails with {@link StoreException} if it cannot be read
     * now. In a turn of the actor, behind {@link #load}.
     */
    public Promise<StoredJournal> journal() {
        SettablePromise<StoredJournal> read = new SettablePromise<>();
        read(all.services().readers().journals(), key, read);
        return read;
    }

    /** Events of its journal behind a version. Waits; on a thread for blocking work. */
    public List<StoredEvent> events(long after, int limit) throws StoreException {
        return all.services().store().events(key, after, limit);
    }

    /**
     * Looks for a call. In a turn of the actor.
     *
     * @param id of the call
     * @param mostIds how many ids of others are wanted with it; 0: none
     * @return fails with {@link StoreException} if it cannot be read now
     */
    public Promise<RememberedCall> call(String id, int mostIds) {
        SettablePromise<RememberedCall> read = new SettablePromise<>();
        read(all.services().readers().calls(), new CallQuestion(key, id, mostIds), read);
        return read;
    }

    /** Notes updates that were not stored; returns how many are to be told now. Any thread. */
    public long lost(int updates) {
        return all.lost(updates);
    }

    /** Whether a write would be taken now, unless others are faster. Any thread. */
    public boolean hasRoom() {
        return all.services().committer().hasRoom();
    }

    /**
     * Writes a state, or what goes with it. Never waits.
     *
     * @param write of this key; its state has the next version
     * @param line of the object that writes
     * @param commit told the outcome, on the committing thread
     * @return false if too much waits: nothing is written, and nobody is told
     */
    public boolean write(StateWrite write, WriteLine line, Commit commit) {
        synchronized (this) {
            writing++;
        }
        boolean taken = all.services().committer().submit(write, line, (outcome, cause) -> {
            try {
                if (outcome == Commit.Outcome.STORED) {
                    tell(write.rows());
                }
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

    private void tell(RowChanges rows) {
        if (!rows.effects().isEmpty()) {
            all.services().listener().effectsStored();
        }
        for (ReminderChange change : rows.reminders()) {
            if (change.next() != null) {
                all.services().listener().reminderStored(change.next().at());
            }
        }
    }

    /** Its object has ended; whoever comes next may begin anew, unless there is something to remember. In its last turn. */
    public void leave() {
        noObject();
        if (!isWriting() && quarantine == null) {
            all.forget(this);
        }
    }

    private synchronized void noObject() {
        live = false;
        notifyAll();
    }

    /**
     * Waits until there is no object and nothing is being written.
     *
     * @param end of waiting, as of {@link System#nanoTime}
     * @return whether that has come about
     */
    synchronized boolean awaitQuiet(long end) throws InterruptedException {
        while (live || writing > 0) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return true;
    }

    /** Whether the member that has the actor may serve it now. Any thread. */
    public boolean isServed() {
        return all.services().tenure().getAsBoolean();
    }

    private synchronized boolean isWriting() {
        return writing > 0;
    }

    private void settled() {
        List<SettablePromise<StoredState>> waiting;
        synchronized (this) {
            writing--;
            if (writing > 0) {
                return;
            }
            notifyAll();
            waiting = loads == null ? List.of() : loads;
            loads = null;
        }
        waiting.forEach(this::read);
    }
}
