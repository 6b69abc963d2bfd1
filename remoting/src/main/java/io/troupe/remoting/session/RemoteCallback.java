// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.continuation.Observer;
import io.troupe.core.continuation.SettablePromise;
import io.troupe.core.error.CallCancelledException;
import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.Offer;
import io.troupe.remoting.codec.Failure;
import io.troupe.remoting.codec.Failure.Code;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.value.TypeSerializer;
import io.troupe.remoting.value.WireException;
import java.util.function.Consumer;
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
    private final SettablePromise<Void> ended;
    private final Consumer<StreamHandler> onLast;

    /**
     * One direction of a stream.
     *
     * @param ended pending: its end
     * @param cells where items wait
     * @param out takes what does not wait
     * @param peer the other side, for people
     * @param stream its number; 0: not opened yet
     * @param onLast gets this object when the last item has been sent; on the loop
     */
    RemoteCallback(
            SettablePromise<Void> ended,
            OutCells cells,
            WriteQueue out,
            String peer,
            long stream,
            TypeSerializer<?> serializer,
            Consumer<StreamHandler> onLast) {
        this.ended = ended;
        this.cells = cells;
        this.out = out;
        this.peer = peer;
        this.serializer = serializer;
        this.cell = cells.forStream(stream);
        this.onLast = onLast;
        new Observer<Void>() {
            @Override
            protected void onValue(@Nullable Void nothing) {
                // who has ended it tells the other side
            }

            @Override
            protected void onFailure(Throwable cause) {
                if (cause instanceof CallCancelledException || cause instanceof CallTimeoutException) {
                    endSoon(Failures.of(cause)); // somebody has cancelled the promise, or its deadline has passed
                }
            }
        }.observe(ended);
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

    /** The same without waiting: past what waits if there is no room. Any thread. */
    private void endSoon(Failure failure) {
        if (cell.tryOffer(last(failure)) == Offer.FULL) {
            endPast(failure);
        }
    }

    /** The end goes past what waits, which the other side does not want any more then. */
    private void endPast(Failure failure) {
        out.execute(() -> {
            if (cell.stream() != 0) {
                out.urgent(new Frame.End(cell.stream(), failure));
            }
            over();
        });
    }

    private void over() {
        release();
        onLast.accept(this);
    }

    /** Nothing more leaves: what waits is dropped, and who waits for room goes on, also while the other side pauses. Loop only. */
    private void release() {
        cells.forget(cell);
        cell.end();
    }

    @Override
    public int waiting() {
        return cell.depth(Integer.MAX_VALUE);
    }

    /** The other side does not take it. */
    void refused(Throwable cause) {
        ended.fail(cause);
        release();
    }

    void send(StreamMessages.Piece piece) {
        Offer outcome = cell.offer(piece, true);
        if (outcome == Offer.FULL) { // a thread that must not wait
            flooded(new WireException(
                    "a callback must not be flooded by a thread that cannot wait: stream=" + cell.name()));
        }
    }

    private void flooded(WireException cause) {
        ended.fail(cause);
        endPast(Failures.of(Code.BUSY, String.valueOf(cause.getMessage())));
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
        release();
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
