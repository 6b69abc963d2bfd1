// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.message;

import io.troupe.core.call.Caller;
import io.troupe.core.call.MethodInfo;
import io.troupe.core.promise.Promise;
import org.jspecify.annotations.Nullable;

/**
 * A call with a result on behalf of a caller. The call that it is made of has the arguments and is never sent itself.
 *
 * @param <T> type of the result
 */
final class CallerAsk<T> extends AskMessage<T> {
    private final AskMessage<T> call;
    private final Caller caller;

    CallerAsk(AskMessage<T> call, Caller caller) {
        this.call = call;
        this.caller = caller;
    }

    @Override
    protected @Nullable Promise<T> call(Object receiver) throws Throwable {
        Caller before = CallerScope.enter(caller);
        try {
            return call.call(receiver);
        } finally {
            CallerScope.leave(before);
        }
    }

    Caller caller() {
        return caller;
    }

    @Override
    public MethodInfo method() {
        return call.method();
    }

    @Override
    public Object[] arguments() {
        return call.arguments();
    }

    @Override
    public Call copy() {
        return CallerScope.on(caller, call.copy());
    }
}
