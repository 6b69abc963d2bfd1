// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import io.troupe.net.netty.NetFailure;

/** Told what becomes of an attempt, one of the two, once. On the loop. */
interface OpenListener {
    /** Both sides have accepted each other, and the listener knows. */
    void onOpened(Connection connection);

    /**
     * It came to nothing; the channel is closed or about to be.
     *
     * @param why it did, for programs and people
     * @param cause what happened
     */
    void onRefused(NetFailure why, Throwable cause);
}
