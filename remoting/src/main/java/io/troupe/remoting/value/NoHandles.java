// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.value;

import io.troupe.core.channel.Channel;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.value.Handle.HandleKind;
import java.util.concurrent.Flow;

/** For values without a link: there is nothing behind a reference, a promise, a callback or the end of a channel. */
public final class NoHandles implements HandleExchange {
    private final String rule;

    /**
     * For some values.
     *
     * @param rule that such a value breaks
     */
    public NoHandles(String rule) {
        this.rule = rule;
    }

    private WireException none() {
        return new WireException(rule);
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
    public Flow.Publisher<?> publisher(Handle handle, TypeSerializer<?> element) {
        throw none();
    }

    @Override
    public void mark() {}

    @Override
    public void rollback() {}
}
