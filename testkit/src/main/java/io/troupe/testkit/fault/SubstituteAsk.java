// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.fault;

import io.troupe.core.call.MethodInfo;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Call;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;

/**
 * Looks like the original, but its delivery does something else, or the answer of the method is lost; if nothing is thrown
 * there is no answer.
 */
final class SubstituteAsk<T> extends AskMessage<T> {
    private final Call original;
    private final Fault fault;

    SubstituteAsk(Call original, Fault fault) {
        this.original = original;
        this.fault = fault;
    }

    @Override
    protected Promise<T> call(Object receiver) throws Throwable {
        if (!(original instanceof AskMessage<?> ask && ask.isSettled())) { // else nobody wants the result any more
            if (fault instanceof Fault.Substitute substitute) {
                substitute.run();
            } else if (fault instanceof Fault.LoseAnswer answer) {
                execute(receiver);
                answer.lost().run();
            }
        }
        return new CompletablePromise<>();
    }

    /** By a copy, whose answer or failure nobody gets. */
    private void execute(Object receiver) throws Throwable {
        if (original.copy() instanceof AskMessage<?> executed) {
            executed.target(target());
            executed.onError(failure -> {});
            executed.deliver(receiver);
        }
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
