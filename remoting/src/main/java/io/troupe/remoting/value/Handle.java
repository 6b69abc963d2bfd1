// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.value;

import java.util.Locale;

/**
 * A reference, promise, callback or end of a channel on its way over a link.
 *
 * @param kind what it is
 * @param id number in the table of one of the two sides
 */
public record Handle(HandleKind kind, long id) {
    /** What a handle stands for. Names and order are part of the wire format. */
    public enum HandleKind {
        /** An actor that the sender of the handle has. */
        REFERENCE,
        /** An actor that the receiver of the handle has: a reference comes home. */
        HOME,
        /** A promise; its outcome comes on the stream of this number. */
        PROMISE,
        /** A callback; items go to the sender of the handle on the stream of this number. */
        CALLBACK,
        /** An end of a channel that elements are sent to, on the stream of this number, by the receiver of the handle. */
        SENDER,
        /** An end of a channel that elements are received from: they come on the stream of this number. */
        RECEIVER,
        /** A channel: a receiver with this number, and a sender with the next one of the same side. */
        CHANNEL,
        /** A publisher; the receiver of the handle opens a stream of its own for each subscription. */
        PUBLISHER;

        /** As textual encodings write it. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
