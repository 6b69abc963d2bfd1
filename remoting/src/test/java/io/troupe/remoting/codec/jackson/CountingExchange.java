// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec.jackson;

import io.troupe.core.promise.Callback;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.shape.Exchange;
import io.troupe.remoting.shape.Handle;
import io.troupe.remoting.shape.Shape;

/** Counts marks and rollbacks; the tests write handles directly. */
final class CountingExchange implements Exchange {
    int marks;
    int rollbacks;

    @Override
    public Handle export(Object reference) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Handle export(Promise<?> promise, Shape<?> value) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Handle export(Callback<?> callback, Shape<?> item) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Object reference(Handle handle, Class<?> type) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Promise<?> promise(Handle handle, Shape<?> value) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Callback<?> callback(Handle handle, Shape<?> item) {
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
