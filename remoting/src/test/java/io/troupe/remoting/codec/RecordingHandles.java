// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import io.troupe.core.channel.Channel;
import io.troupe.core.channel.Channels;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.value.Handle;
import io.troupe.remoting.value.Handle.HandleKind;
import io.troupe.remoting.value.HandleExchange;
import io.troupe.remoting.value.TypeSerializer;
import io.troupe.remoting.value.WireException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Flow;

/** Tables of a link that remember what was put into them. References are known on both sides from the start. */
public final class RecordingHandles implements HandleExchange {
    /** What was exported and not taken back, in order. */
    public final List<Object> exported = new ArrayList<>();
    /** What was imported and not taken back, in order. */
    public final List<Handle> imported = new ArrayList<>();
    /** What references are found behind numbers. */
    public final Map<Long, Object> known = new HashMap<>();

    public int marks;
    public int rollbacks;
    private int markedExports;
    private int markedImports;

    @Override
    public Handle export(Object reference) {
        return export(HandleKind.REFERENCE, reference);
    }

    @Override
    public Handle export(Promise<?> promise, TypeSerializer<?> value) {
        return export(HandleKind.PROMISE, promise);
    }

    @Override
    public Handle export(Callback<?> callback, TypeSerializer<?> item) {
        return export(HandleKind.CALLBACK, callback);
    }

    @Override
    public Handle export(HandleKind kind, Object end, TypeSerializer<?> element) {
        return export(kind, end);
    }

    private Handle export(HandleKind kind, Object what) {
        exported.add(what);
        return new Handle(kind, exported.size());
    }

    @Override
    public Object reference(Handle handle, Class<?> type) {
        imported.add(handle);
        Object reference = known.get(handle.id());
        if (!type.isInstance(reference)) {
            throw new WireException("a reference must be known: id=" + handle.id());
        }
        return reference;
    }

    @Override
    public Promise<?> promise(Handle handle, TypeSerializer<?> value) {
        imported.add(handle);
        return new CompletablePromise<>();
    }

    @Override
    public Callback<?> callback(Handle handle, TypeSerializer<?> item) {
        imported.add(handle);
        return Callback.of(ignored -> {});
    }

    @Override
    public Channel<?> channel(Handle handle, TypeSerializer<?> element) {
        imported.add(handle);
        return Channels.rendezvous();
    }

    @Override
    public Flow.Publisher<?> publisher(Handle handle, TypeSerializer<?> element) {
        imported.add(handle);
        return subscriber -> {};
    }

    @Override
    public void mark() {
        marks++;
        markedExports = exported.size();
        markedImports = imported.size();
    }

    @Override
    public void rollback() {
        rollbacks++;
        exported.subList(markedExports, exported.size()).clear();
        imported.subList(markedImports, imported.size()).clear();
    }
}
