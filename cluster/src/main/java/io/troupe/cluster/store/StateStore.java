// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.store;

import io.troupe.cluster.store.RowChanges.StoredEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Where states are stored, and what goes with them: the port between durable actors and databases. Opening a store takes all
 * of its shards over, which raises their epochs; every write carries the epoch, so whoever had them before writes nothing any
 * more. All methods wait for the database. Any thread calls them, but for {@link #commit}.
 */
public interface StateStore extends AutoCloseable {
    /**
     * Reads one state.
     *
     * @return null if there is none
     * @throws StoreException if it cannot be read now
     */
    @Nullable
    StoredState load(StateKey key) throws StoreException;

    /**
     * Reads states of several keys.
     *
     * @param keys each once
     * @param found told the state of each key as soon as it is read, or null if there is none; in any order, on the calling thread
     * @throws StoreException if the states of those keys of which nothing was told cannot be read now
     */
    default void load(List<StateKey> keys, BiConsumer<StateKey, @Nullable StoredState> found) throws StoreException {
        for (StateKey key : keys) {
            found.accept(key, load(key));
        }
    }

    /**
     * Reads the newest snapshot of an actor with a journal.
     *
     * @return null if there is none
     * @throws StoreException if it cannot be read now
     */
    @Nullable
    StoredState snapshot(StateKey key) throws StoreException;

    /**
     * Events of the journal of one key, in order of their versions.
     *
     * @param after a version: only those behind it
     * @param limit most that are wanted
     * @throws StoreException if they cannot be read now
     */
    List<StoredEvent> events(StateKey key, long after, int limit) throws StoreException;

    /**
     * Reads what the states of actors with a journal follow from.
     *
     * @param keys each once
     * @param found told as soon as the rows of a key are read; in any order, on the calling thread
     * @throws StoreException if what was not told cannot be read now
     */
    default void journals(List<StateKey> keys, BiConsumer<StateKey, @Nullable StoredJournal> found)
            throws StoreException {
        for (StateKey key : keys) {
            StoredState snapshot = snapshot(key);
            List<StoredEvent> events = new ArrayList<>();
            long after = snapshot == null ? 0 : snapshot.version();
            List<StoredEvent> page;
            do {
                page = events(key, after + events.size(), StoredJournal.PAGE);
                events.addAll(page);
            } while (page.size() == StoredJournal.PAGE);
            found.accept(key, new StoredJournal(snapshot, events));
        }
    }

    /**
     * Stores several writes at once: all that are not refused, or none. Each write is stored as a whole. One thread at a time.
     *
     * @param writes one per key
     * @return for each write whether it is stored; false: its shard is somebody else's now, or a newer version is there
     * @throws StoreException if it is not known whether they are stored
     */
    boolean[] commit(List<StateWrite> writes) throws StoreException;

    /**
     * The ids of calls that are remembered for a key, in any order.
     *
     * @param limit most that are wanted
     * @throws StoreException if they cannot be read now
     */
    List<String> callIds(StateKey key, int limit) throws StoreException;

    /**
     * One call that is remembered, expired or not.
     *
     * @return null if it is not
     * @throws StoreException if it cannot be read now
     */
    @Nullable
    StoredCall call(StateKey key, String id) throws StoreException;

    /**
     * Reads what is remembered of several calls.
     *
     * @param questions each once
     * @param found told as soon as an answer is read; in any order, on the calling thread
     * @throws StoreException if what was not told cannot be read now
     */
    default void calls(List<CallQuestion> questions, BiConsumer<CallQuestion, @Nullable RememberedCall> found)
            throws StoreException {
        for (CallQuestion each : questions) {
            found.accept(
                    each,
                    new RememberedCall(
                            call(each.key(), each.id()),
                            each.mostIds() == 0 ? null : callIds(each.key(), each.mostIds())));
        }
    }

    /**
     * Forgets calls that have expired.
     *
     * @param now in milliseconds of the epoch
     * @param limit most that are forgotten
     * @return how many were
     * @throws StoreException if it is not known whether they are forgotten
     */
    int expireCalls(long now, int limit) throws StoreException;

    /**
     * Effects of shards that are this store's, that have not been answered nor given up, in order of their ids.
     *
     * @param after an id: only those behind it
     * @param limit most that are wanted
     * @throws StoreException if they cannot be read now
     */
    List<StoredEffect> effects(long after, int limit) throws StoreException;

    /**
     * The same of one sender for one receiver.
     *
     * @throws StoreException if they cannot be read now
     */
    List<StoredEffect> effects(StateKey from, StateKey to, long after, int limit) throws StoreException;

    /**
     * How many effects were given up.
     *
     * @throws StoreException if they cannot be read now
     */
    long deadEffects() throws StoreException;

    /**
     * Puts effects that were given up behind all others, with new ids and no attempts. The receivers know them as before.
     *
     * @param limit most that are put there
     * @return how many were
     * @throws StoreException if it is not known whether they are put there
     */
    int requeueEffects(int limit) throws StoreException;

    /**
     * Reminders of shards that are this store's, that are to be tried by now, the earliest first.
     *
     * @param now in milliseconds of the epoch
     * @param limit most that are wanted
     * @throws StoreException if they cannot be read now
     */
    List<StoredReminder> reminders(long now, int limit) throws StoreException;

    /**
     * When the next reminder of these shards after some time is to be tried; {@link Long#MAX_VALUE}: never.
     *
     * @throws StoreException if it cannot be read now
     */
    long nextReminder(long after) throws StoreException;

    /** Gives the connections back. Nothing is read or written afterwards. */
    @Override
    void close();

    /**
     * What the state of an actor with a journal follows from.
     *
     * @param snapshot the newest; null: none
     * @param events behind it, in order
     */
    record StoredJournal(@Nullable StoredState snapshot, List<StoredEvent> events) {
        /** Events of a key that are read together. */
        public static final int PAGE = 1_000;
    }

    /**
     * Whether a call was done.
     *
     * @param key of its actor
     * @param id of the call
     * @param mostIds how many ids of calls of that actor are wanted with it; 0: none
     */
    record CallQuestion(StateKey key, String id, int mostIds) {}

    /**
     * What is remembered of a call and its actor.
     *
     * @param call with its reply, expired or not; null: it is not remembered
     * @param ids of calls of its actor, in any order; null: they were not wanted
     */
    record RememberedCall(@Nullable StoredCall call, @Nullable List<String> ids) {}
}
