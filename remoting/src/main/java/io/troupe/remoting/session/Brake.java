// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.remoting.outbound.LinkWriter;
import io.troupe.remoting.transport.Connection;

/** When to stop reading: what is not read slows the other side down in the end. Loop only. */
final class Brake {
    /** Reason not to read: too much is held back for full mailboxes. */
    private static final int HELD = 1;
    /** Reason not to read: the other side does not take our answers. */
    private static final int ANSWERS = 2;
    /** What is sent urgently whether there is room or not: answers to nonsense, complaints. */
    private static final long MOST_UNSENT = 4L << 20;

    private final Connection connection;
    private final LinkWriter writer;
    private final int mostAnswers;
    private int reasons;

    Brake(Connection connection, LinkWriter writer, int mostAnswers) {
        this.connection = connection;
        this.writer = writer;
        this.mostAnswers = mostAnswers;
    }

    /** Who does not take answers gets no more questions read. */
    void look() {
        boolean stuck = !connection.isWritable()
                && (writer.waitingAnswers() > mostAnswers || connection.unsent() > MOST_UNSENT);
        reading(ANSWERS, !stuck);
    }

    /** Too much is held back to read on, or there is room again: on. */
    void held(boolean on) {
        reading(HELD, on);
    }

    /** Reads on only when there is no reason left not to. */
    private void reading(int reason, boolean on) {
        int before = reasons;
        reasons = on ? before & ~reason : before | reason;
        if ((before == 0) != (reasons == 0)) {
            connection.reading(reasons == 0);
        }
    }
}
