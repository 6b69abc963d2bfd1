// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.store;

import org.jspecify.annotations.Nullable;

/** Told once what was read of a key. On the reading thread; must be quick and must not throw. */
@FunctionalInterface
public interface Loading {
    /**
     * Tells the outcome.
     *
     * @param state that is stored; null: there is none, or it could not be read
     * @param failure why it could not be read; null: it was
     */
    void done(@Nullable StoredState state, @Nullable StoreException failure);
}
