// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.store;

import org.jspecify.annotations.Nullable;

/**
 * What is to be stored of one key: all of it or nothing.
 *
 * @param key whose
 * @param state with the version that it is to have; null: it stays as it is
 * @param rows that go with it
 */
public record StateWrite(StateKey key, @Nullable StoredState state, RowChanges rows) {
    /**
     * A state alone.
     *
     * @param key whose
     * @param state with the version that it is to have
     */
    public StateWrite(StateKey key, StoredState state) {
        this(key, state, RowChanges.NONE);
    }

    /** This and a later write of the same key as one. */
    public StateWrite then(StateWrite later) {
        return new StateWrite(key, later.state == null ? state : later.state, rows.then(later.rows));
    }

    /** About as many bytes. */
    long bytes() {
        return (state == null ? 0 : state.data().length) + rows.bytes();
    }
}
