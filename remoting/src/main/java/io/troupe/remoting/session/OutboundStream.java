// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.dispatch.cell.Mailbox;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.cell.Offer;
import io.troupe.remoting.codec.Failure;
import io.troupe.remoting.codec.Frame;
import org.jspecify.annotations.Nullable;

/** The sending side of a stream that the other side has opened, for senders with a queue of their own. */
final class OutboundStream {
    private final Streams streams;
    private final OutCells cells;
    private final WriteQueue out;
    private final String peer;
    private final long stream;
    private final OutCell cell;

    /** Loop only. */
    private boolean over;

    /**
     * For a stream.
     *
     * @param streams where it has its number
     * @param cells where items wait
     * @param out takes what does not wait
     * @param peer the other side, for people
     * @param stream its number
     * @param queue where items wait; null: without a bound
     */
    OutboundStream(Streams streams, OutCells cells, WriteQueue out, String peer, long stream, @Nullable Mailbox queue) {
        this.streams = streams;
        this.cells = cells;
        this.out = out;
        this.peer = peer;
        this.stream = stream;
        this.cell = cells.forStream(stream, queue);
    }

    /** Puts an item into the queue, which decides what happens when it is full. Any thread; never waits. */
    Offer offer(StreamItem item) {
        return cell.tryOffer(item);
    }

    /**
     * Says that this was all, behind what waits. The queue must have room for this last message. Any thread.
     *
     * @param cause why, or null if all is well
     */
    void end(@Nullable Throwable cause) {
        cell.tryOffer(new Last(cause == null ? null : Failures.of(cause)));
    }

    /** Ends it before what waits, which is dropped. Any thread. */
    void fail(String why) {
        out.execute(() -> {
            if (forget()) {
                out.urgent(new Frame.End(stream, Failures.of(Failure.Code.BUSY, why)));
            }
        });
    }

    /** The other side wants no more, or the link has ended: what waits is dropped. Loop only. */
    void cancelled() {
        forget();
    }

    /** What has been sent and what waits. Any thread; racy. */
    OutCell cell() {
        return cell;
    }

    /** Who sends, for people. */
    String peer() {
        return peer;
    }

    private boolean forget() {
        if (over) {
            return false;
        }
        over = true;
        streams.close(stream);
        cells.forget(cell);
        cell.end();
        return true;
    }

    private final class Last extends Message implements SessionMessage {
        private final @Nullable Failure failure;

        Last(@Nullable Failure failure) {
            this.failure = failure;
        }

        @Override
        public void deliver(Object receiver) {
            throw new AssertionError("is encoded, not delivered");
        }

        @Override
        public @Nullable Frame frame(OutCell any) {
            return forget() ? new Frame.End(stream, failure) : null;
        }
    }
}
