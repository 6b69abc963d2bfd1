// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.route;

import io.troupe.core.message.AskMessage;
import org.jspecify.annotations.Nullable;

/**
 * A call of one key: the message that its sender has, and the copy of it that is on its way. Refused copies are replaced.
 * Guarded by the outlet of the key, unless said otherwise.
 */
final class RoutedCall {
    final AskMessage<Object> original;
    final @Nullable Object context;

    /** Bytes that it takes while it waits; 0: it has not waited yet. */
    int weight;

    /** Among the calls of the key, in order of sending. */
    long number;

    /** Where the copy went. */
    @Nullable
    Destination via;

    /** Read by others when its sender gives up. */
    @Nullable
    volatile AskMessage<Object> copy;

    @SuppressWarnings("unchecked") // its result is passed on as it comes
    RoutedCall(AskMessage<?> original, @Nullable Object context) {
        this.original = (AskMessage<Object>) original;
        this.context = context;
    }

    /** A message that is not sent. */
    @SuppressWarnings("unchecked") // a copy has the type of its original
    AskMessage<Object> unsent() {
        return (AskMessage<Object>) original.copy();
    }

    /**
     * A message to send.
     *
     * @throws RuntimeException if it cannot be made
     */
    @SuppressWarnings("unchecked") // a copy has the type of its original
    AskMessage<Object> newCopy(Destination to) {
        AskMessage<Object> made = (AskMessage<Object>) to.copyOf(original);
        made.context(context);
        return made;
    }
}
