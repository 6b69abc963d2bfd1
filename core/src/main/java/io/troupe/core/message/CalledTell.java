// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.message;

/** A call without a result on behalf of a caller. */
final class CalledTell extends TellMessage {
    private final TellMessage call;
    private final Caller caller;

    CalledTell(TellMessage call, Caller caller) {
        this.call = call;
        this.caller = caller;
    }

    @Override
    public void deliver(Object receiver) throws Throwable {
        Caller before = caller.enter();
        try {
            call.deliver(receiver);
        } finally {
            Caller.leave(before);
        }
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
        return caller.on(call.copy());
    }
}
