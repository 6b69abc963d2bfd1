// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.continuation.Observer;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.codec.Failure;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.Payload;
import io.troupe.remoting.value.TypeSerializer;
import io.troupe.remoting.value.WireException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A promise of this side that was handed over: its outcome is sent when it settles, unless nobody waits any more. Observes on any
 * thread.
 */
final class ExportedPromise extends Observer<Object> implements Answer, StreamHandler {
    private final Streams streams;
    private final WriteQueue out;
    private final TypeSerializer<?> serializer;
    private long stream;
    private @Nullable Object value;
    private @Nullable Failure failure;
    private int weight = Weight.SMALL;

    /** Loop only. */
    private Runnable letGo = () -> {};

    /** Not settled yet. */
    ExportedPromise(Streams streams, WriteQueue out, TypeSerializer<?> serializer) {
        this.streams = streams;
        this.out = out;
        this.serializer = serializer;
    }

    /** The outcome is queued behind the frame that is being encoded now. */
    void begin(long number, Promise<?> promise) {
        stream = number;
        letGo = observeUntilLetGo(promise);
    }

    @Override
    protected void onValue(@Nullable Object result) {
        value = result;
        weight = Weight.ofMessage(Weight.of(result));
        out.answer(this);
    }

    @Override
    protected void onFailure(Throwable cause) {
        failure = Failures.of(cause);
        out.answer(this);
    }

    @Override
    public int weight() {
        return weight;
    }

    @Override
    public void drop() {
        value = null;
        failure = Failures.unread();
        weight = Weight.SMALL;
    }

    @Override
    public @Nullable Frame frame() {
        if (streams.close(stream) != this) {
            return null; // the frame that it was in could not be sent, or nobody waits any more
        }
        return failure != null
                ? new Frame.Fail(stream, failure)
                : new Frame.Reply(stream, new Payload.Outgoing(List.of(serializer), new @Nullable Object[] {value}));
    }

    @Override
    public void notSent(WireException cause) {
        out.urgent(new Frame.Fail(stream, Failures.of(Failure.Code.BAD_RESULT, String.valueOf(cause.getMessage()))));
    }

    @Override
    public void onCancel() {
        letGo.run(); // an outcome that is there already will find its stream closed
    }

    @Override
    public void onTakenBack() {
        letGo.run();
    }

    @Override
    public boolean isAwaited() {
        return true;
    }

    @Override
    public void onFail(Failure ignored) {
        letGo.run();
    }

    @Override
    public void onLost(LinkLostException cause) {
        letGo.run(); // nobody is left to be told
    }
}
