// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport;

import io.troupe.sp.socket.DropReason;

/** Counts messages that will not reach anybody; {@link TransportContext#drops} gives it to pipes. Any thread calls; it must not wait. */
@FunctionalInterface
public interface DropListener {
    /**
     * Messages were dropped.
     *
     * @param reason why they were dropped
     * @param messages how many, 0 or more
     */
    void dropped(DropReason reason, long messages);

    /**
     * One message was dropped.
     *
     * @param reason why it was dropped
     */
    default void dropped(DropReason reason) {
        dropped(reason, 1);
    }
}
