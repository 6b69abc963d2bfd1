// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.encodings;

import io.troupe.core.channel.Channel;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.value.Handle;
import io.troupe.remoting.value.Handle.HandleKind;
import io.troupe.remoting.value.HandleExchange;
import io.troupe.remoting.value.TypeSerializer;

/** Tables of a link for calls without references, promises, callbacks and ends of channels. */
final class NoReferences implements HandleExchange {
    NoReferences() {}

    @Override
    public Handle export(Object reference) {
        throw unexpected();
    }

    @Override
    public Handle export(Promise<?> promise, TypeSerializer<?> value) {
        throw unexpected();
    }

    @Override
    public Handle export(Callback<?> callback, TypeSerializer<?> item) {
        throw unexpected();
    }

    @Override
    public Handle export(HandleKind kind, Object end, TypeSerializer<?> element) {
        throw unexpected();
    }

    @Override
    public Object reference(Handle handle, Class<?> type) {
        throw unexpected();
    }

    @Override
    public Promise<?> promise(Handle handle, TypeSerializer<?> value) {
        throw unexpected();
    }

    @Override
    public Callback<?> callback(Handle handle, TypeSerializer<?> item) {
        throw unexpected();
    }

    @Override
    public Channel<?> channel(Handle handle, TypeSerializer<?> element) {
        throw unexpected();
    }

    @Override
    public void mark() {
        // nothing is ever put into the tables
    }

    @Override
    public void rollback() {
        // nothing is ever put into the tables
    }

    private static IllegalStateException unexpected() {
        return new IllegalStateException("samples must hold no references, promises, callbacks or ends of channels");
    }
}
