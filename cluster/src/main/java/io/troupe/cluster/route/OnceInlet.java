// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.route;

import io.troupe.cluster.activation.CallCodec;
import io.troupe.cluster.activation.CallIdentity;
import io.troupe.cluster.activation.StateHandles;
import io.troupe.core.call.Caller;
import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.continuation.Observer;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Call;
import io.troupe.core.message.CallerScope;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.TellMessage;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.Offer;
import io.troupe.remoting.link.CallPolicy;
import org.jspecify.annotations.Nullable;

/** Makes calls of an actor of this process from those that come over links to be done once. Any thread. */
final class OnceInlet implements Outlet {
    private final Outlet cell;
    private final CallCodec codec;
    private final StateHandles handles;
    private final String key;
    private final CallPolicy policy;

    OnceInlet(Outlet cell, CallCodec codec, StateHandles handles, String key, CallPolicy policy) {
        this.policy = policy;
        this.cell = cell;
        this.codec = codec;
        this.handles = handles;
        this.key = key;
    }

    @Override
    @SuppressWarnings("unchecked") // the only method answers with bytes
    public Offer tryAsk(AskMessage<?> message) {
        if (message instanceof EndMarker) {
            return cell.tryAsk(message);
        }
        AskMessage<byte[]> from = (AskMessage<byte[]>) message;
        Call call;
        AskMessage<Object> made;
        try {
            Object[] parts = message.arguments();
            call = onBehalf(CallerScope.of(message), codec.read((String) parts[2], (byte[]) parts[3]));
            made = handles.identified(key, new CallIdentity((String) parts[0], (Boolean) parts[1], null), call);
        } catch (RuntimeException e) { // a stranger may have sent anything
            message.reject(e);
            return Offer.ACCEPTED;
        }
        if (!from.beginSending()) {
            return Offer.ACCEPTED; // its deadline has passed
        }
        made.context(message.context());
        new Observer<Object>() {
            @Override
            protected void onValue(@Nullable Object value) {
                try {
                    from.answer(codec.replies(call.method()).value(value));
                } catch (RuntimeException e) {
                    from.reject(e);
                }
            }

            @Override
            protected void onFailure(Throwable cause) {
                from.reject(cause);
            }
        }.observe(made);
        return cell.tryAsk(made);
    }

    private Call onBehalf(@Nullable Caller caller, Call call) {
        String target = codec.typeName() + "/" + key;
        if (!policy.allows(caller, target, call.method())) {
            throw new DeniedException("the policy of a cluster must allow a call: caller="
                    + (caller == null ? "unknown" : caller.name()) + ", target=" + target + ", method="
                    + CallCodec.methodName(call));
        }
        return caller == null ? call : CallerScope.on(caller, call);
    }

    @Override
    public <T> Promise<T> ask(AskMessage<T> message) {
        tryAsk(message);
        return message;
    }

    @Override
    public void tell(TellMessage message) {
        cell.lost(message);
    }

    @Override
    public Runnable whenRoom(Runnable wake) {
        return cell.whenRoom(wake);
    }

    @Override
    public String address() {
        return cell.address();
    }

    @Override
    public CallbackExecutor outsideExecutor() {
        return cell.outsideExecutor();
    }
}
