// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport;

import io.troupe.sp.socket.DropReason;

/** Is told of messages that will not get where they were to go. Any thread calls; must not wait. */
@FunctionalInterface
public interface DropListener {
    /**
     * Messages were dropped.
     *
     * @param reason why
     * @param messages how many
     */
    void dropped(DropReason reason, long messages);

    /**
     * A message was dropped.
     *
     * @param reason why
     */
    default void dropped(DropReason reason) {
        dropped(reason, 1);
    }
}
