// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.error.LinkLostException;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.value.WireException;
import org.jspecify.annotations.Nullable;

/** A message that the session, not a reference, has put into a cell: it makes its frame itself. */
interface SessionMessage {
    /**
     * The frame to send. On the loop.
     *
     * @param cell it was put to
     * @return null: nothing is to be sent any more
     */
    @Nullable
    Frame frame(OutCell cell);

    /** About how many bytes it takes while it waits; always the same. Any thread. */
    default int weight() {
        return Weight.SMALL;
    }

    /** The frame cannot be encoded. On the loop. */
    default void notSent(WireException cause) {}

    /** The same, for messages that are in several cells. */
    default void notSent(OutCell cell, WireException cause) {
        notSent(cause);
    }

    /** The link has ended before it was sent. Any thread. */
    default void lost(LinkLostException cause) {}
}
