// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import org.jspecify.annotations.Nullable;

/** Makes the near end of a stream that the other side opens. On the loop. */
interface StreamAcceptor {
    /**
     * Somebody opens a stream.
     *
     * @param link over which
     * @param name as it came
     * @param stream its number
     * @return null to refuse
     */
    @Nullable
    StreamHandler open(ItemStreams link, String name, long stream);
}
