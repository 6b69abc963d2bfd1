// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.line;

import io.troupe.dispatch.cell.Message;

/**
 * An element for which the ring had no room: it waits in the outbox of the actor that has published it, or with the thread,
 * like a message for a full mailbox. It was filled by its publisher, in its turn or on its thread.
 */
final class Publication<T> extends Message {
    final T element;

    /** Whether nobody waits for the outcome: an actor has gone on. */
    final boolean isOfActor;

    /** Whether the element is in the ring. Written by who lets it in; a waiting thread learns that by the outcome. */
    boolean isIn;

    Publication(T element, boolean isOfActor) {
        this.element = element;
        this.isOfActor = isOfActor;
    }

    @Override
    public void deliver(Object receiver) {
        throw new AssertionError("a publication goes into the ring and is never delivered");
    }
}
