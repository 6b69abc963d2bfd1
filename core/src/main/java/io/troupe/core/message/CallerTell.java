// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.message;

import io.troupe.core.call.Caller;
import io.troupe.core.call.MethodInfo;

/** A call without a result on behalf of a caller. */
final class CallerTell extends TellMessage {
    private final TellMessage call;
    private final Caller caller;

    CallerTell(TellMessage call, Caller caller) {
        this.call = call;
        this.caller = caller;
    }

    @Override
    public void deliver(Object receiver) throws Throwable {
        Caller before = CallerScope.enter(caller);
        try {
            call.deliver(receiver);
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
