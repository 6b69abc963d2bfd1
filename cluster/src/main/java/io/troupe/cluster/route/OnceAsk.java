// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.route;

import io.troupe.cluster.activation.CallIdentity;
import io.troupe.core.call.MethodInfo;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Call;
import io.troupe.core.promise.Promise;
import org.jspecify.annotations.Nullable;

/**
 * A call that may come again and is done once, on its way to the owner of its key. Whoever sends it makes another message of
 * it: for an actor of this process, or for a link.
 *
 * @param <T> type of the answer
 */
final class OnceAsk<T> extends AskMessage<T> {
    private final CallIdentity identity;
    private final Call call;

    /**
     * Makes a message.
     *
     * @param identity of the call
     * @param call a tell or an ask that is not sent
     */
    OnceAsk(CallIdentity identity, Call call) {
        this.identity = identity;
        this.call = call;
    }

    /** Which call it is. */
    CallIdentity identity() {
        return identity;
    }

    /** What is called. */
    Call called() {
        return call;
    }

    @Override
    protected @Nullable Promise<T> call(Object receiver) {
        throw new IllegalStateException("a call that is done once must be made for its receiver: method=" + method());
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
        return new OnceAsk<T>(identity, call.copy());
    }
}
