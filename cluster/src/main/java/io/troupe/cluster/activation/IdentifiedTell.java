// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.activation;

import io.troupe.core.call.MethodInfo;
import io.troupe.core.message.Call;
import io.troupe.core.message.TellMessage;

/** A call without a result that may come again and is done once. The call that it is made of is never sent itself. */
final class IdentifiedTell extends TellMessage {
    private final StateHandles handles;
    private final String key;
    private final CallIdentity identity;
    private final Call call;

    IdentifiedTell(StateHandles handles, String key, CallIdentity identity, Call call) {
        this.handles = handles;
        this.key = key;
        this.identity = identity;
        this.call = call;
    }

    @Override
    public void deliver(Object receiver) throws Throwable {
        handles.of(key).once(identity, call);
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
        return new IdentifiedTell(handles, key, identity, call.copy());
    }
}
