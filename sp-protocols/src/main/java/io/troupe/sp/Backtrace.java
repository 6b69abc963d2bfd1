// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import org.jspecify.annotations.Nullable;

/**
 * The words before the body of a request, a survey or an answer: numbers of the pipes it came through, the last one first,
 * then the request's own number, which alone has its highest bit set. Source: the SP RFC {@code sp-request-reply}.
 */
final class Backtrace {
    /** No way is longer: hops are limited to 255. */
    static final int LONGEST = 256;

    private Backtrace() {}

    /**
     * Moves the words from what has arrived to the header, unless that has been done before.
     *
     * @param hops the most words there may be
     * @return why the message is to be dropped, or null: it is fine
     */
    static @Nullable DropReason read(SpMessage message, int hops) {
        if (message.headerSize() > 0) {
            return null; // it was read, found no room, and is offered again
        }
        while (message.hasWord()) {
            if (message.headerSize() == hops) {
                return DropReason.TTL;
            }
            int word = message.takeWord();
            message.appendHeader(word);
            if (isId(word)) {
                return null;
            }
        }
        return DropReason.MALFORMED;
    }

    /** Whether the word is the number of a request or survey, the last word. */
    static boolean isId(int word) {
        return word < 0;
    }

    /** The number of a request or survey from any number. */
    static int id(int number) {
        return number | Integer.MIN_VALUE;
    }
}
