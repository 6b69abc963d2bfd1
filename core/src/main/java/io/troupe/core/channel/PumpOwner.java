// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import org.jspecify.annotations.Nullable;

/** Whoever started an {@link ElementPump}, told once how it has ended. */
interface PumpOwner {
    /**
     * The channel has ended or the handler has failed, and no work is under way. In a turn of the executor.
     *
     * @param pump that has ended
     * @param failure of the handler or the channel; null: the channel was closed
     */
    void onEnd(ElementPump<?> pump, @Nullable Throwable failure);

    /**
     * Whether a pump must let others go first now. In a turn of the executor.
     *
     * @param channel of the pump
     */
    default boolean yields(Channel<?> channel) {
        return false;
    }

    /**
     * The actor has stopped or restarted. May come more than once. Any thread.
     *
     * @param pump that has ended
     * @param reason why
     */
    void onRetired(ElementPump<?> pump, Throwable reason);
}
