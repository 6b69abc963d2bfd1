// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.tap;

import io.troupe.core.channel.Channel;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.value.Handle;
import io.troupe.remoting.value.Handle.HandleKind;
import io.troupe.remoting.value.HandleExchange;
import io.troupe.remoting.value.TypeSerializer;

/** For those who only look: nothing is made of what is read. */
final class NoHandles implements HandleExchange {
    private static UnsupportedOperationException none() {
        return new UnsupportedOperationException("a tap must only look at frames");
    }

    @Override
    public Handle export(Object reference) {
        throw none();
    }

    @Override
    public Handle export(Promise<?> promise, TypeSerializer<?> value) {
        throw none();
    }

    @Override
    public Handle export(Callback<?> callback, TypeSerializer<?> item) {
        throw none();
    }

    @Override
    public Handle export(HandleKind kind, Object end, TypeSerializer<?> element) {
        throw none();
    }

    @Override
    public Object reference(Handle handle, Class<?> type) {
        throw none();
    }

    @Override
    public Promise<?> promise(Handle handle, TypeSerializer<?> value) {
        throw none();
    }

    @Override
    public Callback<?> callback(Handle handle, TypeSerializer<?> item) {
        throw none();
    }

    @Override
    public Channel<?> channel(Handle handle, TypeSerializer<?> element) {
        throw none();
    }

    @Override
    public void mark() {}

    @Override
    public void rollback() {}
}
