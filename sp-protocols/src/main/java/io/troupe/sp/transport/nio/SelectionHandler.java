// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

/** What is attached to a key of a {@link Reactor}'s selector; called on the reactor's thread. */
interface SelectionHandler {
    /** The channel is ready for these operations. */
    void onReady(int operations);

    /** {@link #onReady} threw this, or the reactor ends. */
    void onFailure(Throwable cause);
}
