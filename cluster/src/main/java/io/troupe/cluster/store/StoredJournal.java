// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.store;

import io.troupe.cluster.store.RowChanges.StoredEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the state of an actor with a journal follows from.
 *
 * @param snapshot the newest; null: none
 * @param events behind it, in order
 */
public record StoredJournal(@Nullable StoredState snapshot, List<StoredEvent> events) {
    /** Events of a key that are read together. */
    public static final int PAGE = 1_000;
}
