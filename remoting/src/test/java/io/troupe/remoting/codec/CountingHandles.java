// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import io.troupe.core.channel.Channel;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.value.Handle;
import io.troupe.remoting.value.Handle.HandleKind;
import io.troupe.remoting.value.HandleExchange;
import io.troupe.remoting.value.TypeSerializer;
import java.util.concurrent.Flow;

/** Counts marks and rollbacks; the tests write handles directly. */
final class CountingHandles implements HandleExchange {
    int marks;
    int rollbacks;

    @Override
    public Handle export(Object reference) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Handle export(Promise<?> promise, TypeSerializer<?> value) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Handle export(Callback<?> callback, TypeSerializer<?> item) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Handle export(HandleKind kind, Object end, TypeSerializer<?> element) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Channel<?> channel(Handle handle, TypeSerializer<?> element) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Object reference(Handle handle, Class<?> type) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Promise<?> promise(Handle handle, TypeSerializer<?> value) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Callback<?> callback(Handle handle, TypeSerializer<?> item) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Flow.Publisher<?> publisher(Handle handle, TypeSerializer<?> element) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void mark() {
        marks++;
    }

    @Override
    public void rollback() {
        rollbacks++;
    }
}
