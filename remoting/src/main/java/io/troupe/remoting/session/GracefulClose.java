// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.message.PlainText;
import io.troupe.dispatch.timer.Clock;
import io.troupe.net.transport.Connection;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.link.LinkLoss;

/** How a connection is closed, with a last word or without. Loop only, unless said otherwise. */
final class GracefulClose {
    /** How long what waits may take to leave when the link is closed. */
    private static final long NANOS = 3_000_000_000L;

    private static final long LOOK_NANOS = 1_000_000;

    private final Clock clock;
    private final Connection connection;
    private final SessionState state;
    private final Streams streams;
    private final OutCells cells;
    private final LinkWriter writer;
    private boolean closing;

    /**
     * Not closing.
     *
     * @param clock limits how long what waits may take
     * @param streams know what was taken of the other side
     * @param cells what waits in them leaves first
     * @param writer writes the last word
     */
    GracefulClose(
            Clock clock,
            Connection connection,
            SessionState state,
            Streams streams,
            OutCells cells,
            LinkWriter writer) {
        this.clock = clock;
        this.connection = connection;
        this.state = state;
        this.streams = streams;
        this.cells = cells;
        this.writer = writer;
    }

    /** Ends the link with a last word, behind what waits to be sent if that leaves in time. Any thread. */
    void close(String reason) {
        state.parting(reason); // here: what the same thread calls after that must not leave
        long end = clock.nanos() + NANOS;
        connection.execute(() -> {
            if (!closing) {
                closing = true;
                closeWhenSent(reason, end);
            }
        });
    }

    private void closeWhenSent(String reason, long end) {
        boolean waiting = writer.isWaiting() || cells.isWaiting();
        if (clock.nanos() - end < 0 && waiting) {
            connection.schedule(LOOK_NANOS, () -> closeWhenSent(reason, end));
            return;
        }
        state.closing(reason);
        last(reason);
    }

    private void last(String word) {
        writer.last(new Frame.Goodbye(word, streams.latest()));
        connection.close();
    }

    /** Ends the link because this side has said that it goes, and its time has come. */
    void drained(String reason) {
        closing = true;
        state.drained(reason);
        last(reason);
    }

    /** Ends the link because the other side breaks the rules, and says so to it. */
    void fail(String cause) {
        state.failing(cause, LinkLoss.Reason.BROKEN);
        last(cause);
    }

    /** Ends the link before it is up, and tells the other side why. */
    void refuse(String why) {
        state.failing("the other side is refused: " + why, LinkLoss.Reason.REFUSED);
        last(why);
    }

    /** Ends the link at once, without a word. */
    void abort(String cause, LinkLoss.Reason reason) {
        state.failing(cause, reason);
        writer.stop();
        connection.abort();
    }

    /** The other side has said goodbye. */
    void onGoodbye(Frame.Goodbye word) {
        String text = "the other side has closed the link: " + word.reason();
        state.left(word.reason().isEmpty() ? null : text);
        if (word.last() >= 0) {
            streams.refused(word.last(), Failures.lost(PlainText.of(text), "peer=" + state.peer(), false));
        }
        writer.stop();
        connection.close();
    }

    /** The other side has said goodbye instead of hello. */
    void onRefusal(String reason) {
        state.failing("the other side has refused the link: " + reason, LinkLoss.Reason.REFUSED);
        connection.close();
    }
}
