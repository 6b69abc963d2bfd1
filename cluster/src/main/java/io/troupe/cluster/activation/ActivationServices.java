// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.activation;

import io.troupe.cluster.store.GroupCommitter;
import io.troupe.cluster.store.GroupReader;
import io.troupe.cluster.store.StateKey;
import io.troupe.cluster.store.StateStore;
import io.troupe.cluster.store.StateStore.CallQuestion;
import io.troupe.cluster.store.StateStore.RememberedCall;
import io.troupe.cluster.store.StateStore.StoredJournal;
import io.troupe.cluster.store.StoredState;
import io.troupe.core.host.OutletHost;
import java.util.function.BooleanSupplier;

/**
 * What all durable actors of a cluster share.
 *
 * @param store to read from what one asks for alone
 * @param readers of what many actors ask for
 * @param committer to write by
 * @param host the system of the actors
 * @param codecs of calls
 * @param listener told of new rows
 * @param callIdMillis how long calls are remembered, in milliseconds
 * @param tenure whether this process may serve actors now: a member only while it has a lease
 * @param loadNanos how long a store that does not answer is asked for a state, in nanoseconds; 0: once
 */
public record ActivationServices(
        StateStore store,
        Readers readers,
        GroupCommitter committer,
        OutletHost host,
        CallCodecs codecs,
        RowListener listener,
        long callIdMillis,
        BooleanSupplier tenure,
        long loadNanos) {
    /**
     * What actors read in groups, each kind by a thread of its own: a reading that takes long holds up its own kind alone.
     *
     * @param states of actors
     * @param journals of actors that have one
     * @param calls with ids
     */
    public record Readers(
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
        public static Readers of(String name, StateStore store) {
            return new Readers(
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
}
