// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.actor;

import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.continuation.UnhandledFailure;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Call;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.TellMessage;
import io.troupe.core.promise.Promise;
import java.util.function.Consumer;

/** Behind a reference whose calls are recorded, to be made later. In turns of the actor that records. */
final class RecordingOutlet implements Outlet {
    private final String address;
    private final CallbackExecutor outside;
    private final Consumer<Call> recorder;

    /**
     * Records calls.
     *
     * @param address of whom the calls are for
     * @param outside of the system
     * @param recorder gets each call; throws to refuse it
     */
    RecordingOutlet(String address, CallbackExecutor outside, Consumer<Call> recorder) {
        this.address = address;
        this.outside = outside;
        this.recorder = recorder;
    }

    @Override
    public void tell(TellMessage message) {
        recorder.accept(message);
    }

    /** There is no answer: whoever wants one is told so. */
    @Override
    public <T> Promise<T> ask(AskMessage<T> message) {
        recorder.accept(message);
        message.target(this);
        message.reject(new UnsupportedOperationException(
                "the answer of an effect cannot be used, it is called after the commit: method=" + message.method()));
        return message;
    }

    @Override
    public void unhandled(AskMessage<?> message, UnhandledFailure failure) {
        // nobody wants an answer
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public CallbackExecutor outsideExecutor() {
        return outside;
    }
}
