// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.store;

/**
 * What actors read in groups, each kind by a thread of its own: a reading that takes long holds up its own kind alone.
 *
 * @param states of actors
 * @param journals of actors that have one
 * @param calls with ids
 */
public record GroupReaders(
        GroupReader<StateKey, StoredState> states,
        GroupReader<StateKey, StoredJournal> journals,
        GroupReader<CallQuestion, RememberedCall> calls)
        implements AutoCloseable {
    private static final int MOST_STATES = 256;

    /** Each may have a thousand rows. */
    private static final int MOST_OTHERS = 64;

    /**
     * Of a store.
     *
     * @param name begins those of the threads
     * @param store to read from; is not owned
     */
    public static GroupReaders of(String name, StateStore store) {
        return new GroupReaders(
                new GroupReader<>(name + "-read", store::load, MOST_STATES),
                new GroupReader<>(name + "-journals", store::journals, MOST_OTHERS),
                new GroupReader<>(name + "-calls", store::calls, MOST_OTHERS));
    }

    /** Fails what waits, takes nothing more, and waits for the threads. */
    @Override
    public void close() {
        states.close();
        journals.close();
        calls.close();
    }
}
