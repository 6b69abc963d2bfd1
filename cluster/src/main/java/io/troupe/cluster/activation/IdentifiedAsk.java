// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.activation;

import io.troupe.core.call.MethodInfo;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Call;
import io.troupe.core.promise.Promise;
import org.jspecify.annotations.Nullable;

/**
 * A call that may come again and is done once, with an answer even if its method returns nothing. The call that it is made of
 * is never sent itself.
 *
 * @param <T> type of the answer
 */
final class IdentifiedAsk<T> extends AskMessage<T> {
    private final StateHandles handles;
    private final String key;
    private final CallIdentity identity;
    private final Call call;

    /**
     * Makes a message.
     *
     * @param handles of the class of the receiver
     * @param key of the receiver
     * @param identity of the call
     * @param call a tell or an ask that is not sent
     */
    IdentifiedAsk(StateHandles handles, String key, CallIdentity identity, Call call) {
        this.handles = handles;
        this.key = key;
        this.identity = identity;
        this.call = call;
    }

    @Override
    @SuppressWarnings("unchecked") // the method of the call
    protected @Nullable Promise<T> call(Object receiver) throws Throwable {
        return (Promise<T>) handles.of(key).once(identity, call);
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
        return new IdentifiedAsk<>(handles, key, identity, call.copy());
    }
}
