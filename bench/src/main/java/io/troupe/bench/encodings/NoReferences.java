// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.encodings;

import io.troupe.core.promise.Callback;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.shape.Exchange;
import io.troupe.remoting.shape.Handle;
import io.troupe.remoting.shape.Shape;

/** Tables of a link for calls without references, promises and callbacks. */
final class NoReferences implements Exchange {
    NoReferences() {}

    @Override
    public Handle export(Object reference) {
        throw unexpected();
    }

    @Override
    public Handle export(Promise<?> promise, Shape<?> value) {
        throw unexpected();
    }

    @Override
    public Handle export(Callback<?> callback, Shape<?> item) {
        throw unexpected();
    }

    @Override
    public Object reference(Handle handle, Class<?> type) {
        throw unexpected();
    }

    @Override
    public Promise<?> promise(Handle handle, Shape<?> value) {
        throw unexpected();
    }

    @Override
    public Callback<?> callback(Handle handle, Shape<?> item) {
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
        return new IllegalStateException("samples must hold no references, promises or callbacks");
    }
}
