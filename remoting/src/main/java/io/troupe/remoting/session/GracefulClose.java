// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.net.transport.Connection;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.link.LinkLoss;

/** How this side ends a link: in good order, with a last word, or at once. Loop only, unless said otherwise. */
final class GracefulClose {
    /** How long what waits may take to leave when the link is closed. */
    private static final long NANOS = 3_000_000_000L;

    private static final long LOOK_NANOS = 1_000_000;

    private final Session session;
    private final Connection connection;
    private boolean closing;

    GracefulClose(Session session, Connection connection) {
        this.session = session;
        this.connection = connection;
    }

    /** Ends the link with a last word. Any thread. */
    void close(String reason) {
        long end = System.nanoTime() + NANOS;
        session.execute(() -> {
            if (!closing) {
                closing = true;
                closeWhenSent(reason, end);
            }
        });
    }

    /** The last word comes behind what waits to be sent, if that leaves in time. */
    private void closeWhenSent(String reason, long end) {
        boolean waiting = session.writer().isWaiting() || session.cells().isWaiting();
        if (System.nanoTime() - end < 0 && waiting) {
            connection.schedule(LOOK_NANOS, () -> closeWhenSent(reason, end));
            return;
        }
        session.life().closing(reason);
        last(reason);
    }

    private void last(String word) {
        session.writer().last(new Frame.Goodbye(word, session.departure().latest()));
        connection.close();
    }

    /** Ends the link because this side has said that it goes, and its time has come. */
    void drained(String reason) {
        closing = true;
        session.life().drained(reason);
        last(reason);
    }

    /** Ends the link because the other side breaks the rules, and says so to it. */
    void fail(String cause) {
        session.life().failing(cause, LinkLoss.Reason.BROKEN);
        last(cause);
    }

    /** Ends the link before it is up, and tells the other side why. */
    void refuse(String why) {
        session.life().failing("the other side is refused: " + why, LinkLoss.Reason.REFUSED);
        last(why);
    }

    /** Ends the link because the other side is not there any more. */
    void abort(String cause, LinkLoss.Reason reason) {
        session.life().failing(cause, reason);
        session.writer().stop();
        connection.abort();
    }
}
