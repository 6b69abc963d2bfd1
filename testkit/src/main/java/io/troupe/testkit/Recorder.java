// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit;

import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.TellMessage;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.util.function.Function;

/**
 * Plays the part of the actor's object: messages are delivered to a second reference, behind which this one writes down
 * the call instead of sending it on. In the probe's turns.
 */
final class Recorder implements Outlet {
    private final Outlet probe;
    private final Answers answers;
    private final CallLog log;

    Recorder(Outlet probe, Answers answers, CallLog log) {
        this.probe = probe;
        this.answers = answers;
        this.log = log;
    }

    @Override
    public void tell(TellMessage message) {
        log.add(new RecordedCall(message, null));
    }

    @Override
    @SuppressWarnings("unchecked") // the test answers for the method; a wrong type shows where the value is used
    public <T> Promise<T> ask(AskMessage<T> message) {
        CompletablePromise<Object> answer = new CompletablePromise<>();
        RecordedCall call = new RecordedCall(message, answer);
        Function<? super RecordedCall, ?> function = answers.of(message.method().name());
        if (function != null) {
            try {
                call.answer(function.apply(call));
            } catch (Throwable e) {
                call.fail(e);
            }
        }
        log.add(call);
        return (Promise<T>) answer;
    }

    @Override
    public String address() {
        return probe.address();
    }

    @Override
    public CallbackExecutor outsideExecutor() {
        return probe.outsideExecutor();
    }
}
