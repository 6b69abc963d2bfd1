// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.value.WireException;
import org.jspecify.annotations.Nullable;

/** Something to be answered to the other side. Queued by any thread, asked for its frame on the loop. */
interface Answer {
    /**
     * The frame to send.
     *
     * @return null: nobody waits for the answer any more
     */
    @Nullable
    Frame frame();

    /** About how many bytes it takes while it waits; less after {@link #drop} only. Any thread. */
    default int weight() {
        return Weight.SMALL;
    }

    /**
     * Too much waits for this answer to wait as well: says that instead, in a small one. Called before it is queued, by who
     * sends it.
     */
    void drop();

    /** The frame cannot be encoded. On the loop. */
    void notSent(WireException cause);
}
