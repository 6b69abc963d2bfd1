// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.message.SpMessage;

/** A pattern's way to send: gives the message to a pipe, drops it, or says "not now". */
@FunctionalInterface
interface SendAttempt {
    /**
     * Tries once, without waiting; any thread may be the one that tries.
     *
     * @throws io.troupe.sp.socket.SpException when it will never succeed
     */
    SendResult send(SpMessage message);
}
