// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.message.SpMessage;
import org.jspecify.annotations.Nullable;

/** The way a request came, for its answer. Not thread-safe; made once and used again. */
final class ReplyRoute {
    private static final int USUAL = 4;

    private int[] words = new int[USUAL];
    private int length;
    private @Nullable ReplyPipe replyPipe;

    /** Takes the way from a request, whose header is empty then. */
    void takeFrom(SpMessage request, RequestQueue requests) {
        replyPipe = requests.replyPipe(request.pipe());
        length = request.headerSize();
        if (words.length < length) {
            words = new int[length];
        }
        for (int i = 0; i < length; i++) {
            words[i] = request.headerWord(i);
        }
        request.clearHeader();
    }

    /** Puts the way on an answer. */
    void putOn(SpMessage answer) {
        answer.clearHeader();
        for (int i = 0; i < length; i++) {
            answer.appendHeader(words[i]);
        }
    }

    /** Where the answer goes; null: the pipe was lost. */
    @Nullable
    ReplyPipe replyPipe() {
        ReplyPipe known = replyPipe;
        return known == null || known.isGone() ? null : known;
    }
}
