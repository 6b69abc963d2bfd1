// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.fault;

import io.troupe.core.call.MethodInfo;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Call;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;

/** Looks like the original, but its delivery does something else; if that does not throw there is no answer. */
final class SubstituteAsk<T> extends AskMessage<T> {
    private final Call original;
    private final Fault.Substitute fault;

    SubstituteAsk(Call original, Fault.Substitute fault) {
        this.original = original;
        this.fault = fault;
    }

    @Override
    protected Promise<T> call(Object receiver) throws Throwable {
        if (!(original instanceof AskMessage<?> ask && ask.isSettled())) { // else nobody wants the result any more
            fault.run();
        }
        return new CompletablePromise<>();
    }

    @Override
    public MethodInfo method() {
        return original.method();
    }

    @Override
    public Object[] arguments() {
        return original.arguments();
    }

    @Override
    public Call copy() {
        return new SubstituteAsk<>(original, fault);
    }
}
