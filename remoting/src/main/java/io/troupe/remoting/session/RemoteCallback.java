// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.error.LinkLost;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.cell.Offer;
import io.troupe.remoting.frame.Failure;
import io.troupe.remoting.frame.Failure.Code;
import io.troupe.remoting.outbound.OutCell;
import io.troupe.remoting.shape.Shape;
import io.troupe.remoting.wire.WireException;
import org.jspecify.annotations.Nullable;

/**
 * A callback of the other side: items go there, slowed down by how fast they are taken. Any thread; the stream end is for the
 * loop.
 */
final class RemoteCallback<T> implements Callback<T>, StreamEnd {
    private final Session session;
    private final Shape<?> shape;
    private final OutCell cell;
    private final CompletablePromise<Void> ended = new CompletablePromise<>();

    RemoteCallback(Session session, long stream, Shape<?> shape) {
        this.session = session;
        this.shape = shape;
        this.cell = session.cells().forStream(stream);
    }

    @Override
    public void item(@Nullable T value) {
        if (!isEnded()) {
            send(new Items.Item(shape, value, this::failed));
        }
    }

    @Override
    public void end() {
        if (ended.complete()) {
            send(new Items.End(null));
        }
    }

    @Override
    public void fail(Throwable cause) {
        if (ended.fail(cause)) {
            send(new Items.End(Failures.of(cause)));
        }
    }

    /** The other side does not take it. */
    void refused(Throwable cause) {
        ended.fail(cause);
        session.cells().forget(cell);
    }

    void send(Items.Piece piece) {
        boolean mayWait = CellThread.currentCell() != null || !session.inLoop();
        Offer outcome = mayWait ? cell.offer(piece) : cell.tryOffer(piece);
        if (outcome == Offer.FULL) { // a thread that must not wait
            ended.fail(new WireException(
                    "a callback must not be flooded by a thread that cannot wait: stream=" + cell.name()));
        }
    }

    private void failed(WireException cause) {
        if (ended.fail(cause)) {
            send(new Items.End(Failures.of(Code.BAD_RESULT, String.valueOf(cause.getMessage()))));
        }
    }

    @Override
    public boolean isEnded() {
        return ended.isSettled();
    }

    @Override
    public Promise<Void> ended() {
        return ended;
    }

    @Override
    public boolean onEnd(@Nullable Failure failure) {
        onCancel();
        return true;
    }

    @Override
    public void onCancel() {
        ended.complete();
        session.cells().forget(cell);
    }

    @Override
    public void onLost(LinkLost cause) {
        ended.fail(cause);
    }

    @Override
    public String toString() {
        return "Callback[" + session.peerAddress() + "/" + cell.name() + (isEnded() ? ", ended" : "") + "]";
    }
}
