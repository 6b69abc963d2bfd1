// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.error.LinkLostException;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.Offer;
import io.troupe.remoting.codec.Failure;
import io.troupe.remoting.codec.Failure.Code;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.value.TypeSerializer;
import io.troupe.remoting.value.WireException;
import org.jspecify.annotations.Nullable;

/**
 * A callback of the other side: items go there, slowed down by how fast they are taken. Any thread; the stream end is for the
 * loop.
 */
final class RemoteCallback<T> implements Callback<T>, StreamHandler {
    private final OutCells cells;
    private final WriteQueue out;
    private final String peer;
    private final TypeSerializer<?> serializer;
    private final OutCell cell;
    private final CompletablePromise<Void> ended = new CompletablePromise<>();
    private final Runnable onLast;

    /**
     * One direction of a stream.
     *
     * @param cells where items wait
     * @param out takes what does not wait
     * @param peer the other side, for people
     * @param stream its number; 0: not opened yet
     * @param onLast runs when the last item has been sent; on the loop
     */
    RemoteCallback(
            OutCells cells, WriteQueue out, String peer, long stream, TypeSerializer<?> serializer, Runnable onLast) {
        this.cells = cells;
        this.out = out;
        this.peer = peer;
        this.serializer = serializer;
        this.cell = cells.forStream(stream);
        this.onLast = onLast;
    }

    @Override
    public void item(@Nullable T value) {
        if (!isEnded()) {
            send(new StreamMessages.Item(serializer, value, this::failed));
        }
    }

    @Override
    public void end() {
        if (ended.complete()) {
            send(last(null));
        }
    }

    @Override
    public void fail(Throwable cause) {
        if (ended.fail(cause)) {
            send(last(Failures.of(cause)));
        }
    }

    private StreamMessages.End last(@Nullable Failure failure) {
        return new StreamMessages.End(failure, this::over);
    }

    private void over() {
        cells.forget(cell);
        onLast.run();
    }

    @Override
    public int waiting() {
        return cell.depth(Integer.MAX_VALUE);
    }

    /** The other side does not take it. */
    void refused(Throwable cause) {
        ended.fail(cause);
        cells.forget(cell);
    }

    void send(StreamMessages.Piece piece) {
        Offer outcome = cell.offer(piece, true);
        if (outcome == Offer.FULL) { // a thread that must not wait
            flooded(new WireException(
                    "a callback must not be flooded by a thread that cannot wait: stream=" + cell.name()));
        }
    }

    /** The end goes past what waits, which the other side does not want any more then. */
    private void flooded(WireException cause) {
        ended.fail(cause);
        out.execute(() -> {
            if (cell.stream() != 0) {
                out.urgent(new Frame.End(cell.stream(), Failures.of(Code.BUSY, String.valueOf(cause.getMessage()))));
            }
            over();
        });
    }

    private void failed(WireException cause) {
        if (ended.fail(cause)) {
            send(last(Failures.of(Code.BAD_RESULT, String.valueOf(cause.getMessage()))));
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
        cells.forget(cell);
    }

    @Override
    public void onFail(Failure failure) {
        refused(Failures.toException(failure, "callback=" + cell.name()));
    }

    @Override
    public void onLost(LinkLostException cause) {
        ended.fail(cause);
    }

    @Override
    public String toString() {
        return "Callback[" + peer + "/" + cell.name() + (isEnded() ? ", ended" : "") + "]";
    }
}
