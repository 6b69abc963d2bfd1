// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.actor;

import io.troupe.cluster.store.RowChanges.StoredEvent;
import io.troupe.cluster.store.StoredState;
import org.jspecify.annotations.Nullable;

/**
 * Makes a new state of the present one. If it throws, nothing changes.
 *
 * @param <STATE> class of the states
 */
@FunctionalInterface
interface Change<STATE extends Record> {
    /**
     * Makes it.
     *
     * @param before the present state
     * @param version that the new one is to have
     */
    Next<STATE> of(STATE before, long version);

    /**
     * A new state, and what is stored of it.
     *
     * @param state the state
     * @param stored the row of the actor
     * @param event of its journal; null: it has none
     * @param snapshot of the state; null: none is due
     */
    record Next<STATE extends Record>(
            STATE state, StoredState stored, @Nullable StoredEvent event, @Nullable StoredState snapshot) {}
}
