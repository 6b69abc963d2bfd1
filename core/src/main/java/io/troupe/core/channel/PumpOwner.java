// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import org.jspecify.annotations.Nullable;

/** Whoever started a {@link Pump}, told once how it has ended. */
interface PumpOwner {
    /**
     * The channel has ended or the handler has failed, and no work is under way. In a turn of the executor.
     *
     * @param failure of the handler or the channel; null: the channel was closed
     */
    void onEnd(@Nullable Throwable failure);

    /**
     * Whether a pump must let others go first now. In a turn of the executor.
     *
     * @param pump that asks
     */
    default boolean yields(Pump pump) {
        return false;
    }

    /**
     * The actor has stopped or restarted. May come more than once. Any thread.
     *
     * @param reason why
     */
    void onRetired(Throwable reason);
}
