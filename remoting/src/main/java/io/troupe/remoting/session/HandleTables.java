// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.message.Outlet;
import io.troupe.core.message.Reference;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.Payload;
import io.troupe.remoting.value.Handle;
import io.troupe.remoting.value.Handle.HandleKind;
import io.troupe.remoting.value.HandleExchange;
import io.troupe.remoting.value.TypeSerializer;
import io.troupe.remoting.value.WireException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** References, promises and callbacks by number, for the codec of one link. Loop only. */
final class HandleTables implements HandleExchange {
    private final Session session;
    private final ExportTable exports;
    private final ImportTable imports;
    private final Streams streams;

    HandleTables(Session session, ExportTable exports, ImportTable imports, Streams streams) {
        this.session = session;
        this.exports = exports;
        this.imports = imports;
        this.streams = streams;
    }

    @Override
    public Handle export(Object reference) {
        if (!(reference instanceof Reference typed)) {
            throw new WireException("only references can be handed over, not plain objects: class="
                    + reference.getClass().getName());
        }
        Outlet outlet = typed.troupe$outlet();
        long home = outlet instanceof RemoteOutlet far ? far.idAtHome(session) : 0;
        return home > 0
                ? new Handle(HandleKind.HOME, home)
                : new Handle(
                        HandleKind.REFERENCE,
                        exports.handOver(reference, outlet).id());
    }

    @Override
    public Handle export(Promise<?> promise, TypeSerializer<?> value) {
        checkRoom();
        ExportedPromise out = new ExportedPromise(session, value);
        long stream = streams.openInside(out);
        out.begin(stream, promise);
        return new Handle(HandleKind.PROMISE, stream);
    }

    @Override
    public Handle export(Callback<?> callback, TypeSerializer<?> item) {
        checkRoom();
        ExportedCallback out = new ExportedCallback(session, callback, item);
        long stream = streams.openInside(out);
        out.begin(stream);
        return new Handle(HandleKind.CALLBACK, stream);
    }

    private void checkRoom() {
        if (streams.size() >= session.limits().maxExports() || streams.isFull()) {
            throw new WireException("a link must not have more streams: maxExports="
                    + session.limits().maxExports() + ", memory="
                    + session.limits().memory());
        }
    }

    @Override
    public Object reference(Handle handle, Class<?> type) {
        if (handle.kind() == HandleKind.HOME) {
            ExportTable.Target target = exports.find(handle.id());
            if (target == null || !type.isInstance(target.reference())) {
                throw new WireException("a reference that comes home must be known and fit: id=" + handle.id()
                        + ", expected=" + type.getName());
            }
            return target.reference();
        }
        need(handle, HandleKind.REFERENCE);
        if (imports.size() >= session.limits().maxExports()) {
            throw new WireException("this side does not hold more references: maxExports="
                    + session.limits().maxExports());
        }
        return imports.reference(handle.id(), type);
    }

    @Override
    public Promise<?> promise(Handle handle, TypeSerializer<?> value) {
        need(handle, HandleKind.PROMISE);
        RemotePromise in = new RemotePromise(session, handle.id(), value);
        streams.accept(foreign(handle), in);
        return in.promise();
    }

    @Override
    public Callback<?> callback(Handle handle, TypeSerializer<?> item) {
        need(handle, HandleKind.CALLBACK);
        RemoteCallback<?> callback = new RemoteCallback<>(session, foreign(handle), item);
        streams.accept(handle.id(), callback);
        return callback;
    }

    private long foreign(Handle handle) {
        if (!streams.isForeign(handle.id()) || streams.find(handle.id()) != null) {
            throw new WireException("a stream must have a new number of the side that opens it: stream=" + handle.id());
        }
        checkRoom();
        return handle.id();
    }

    private static void need(Handle handle, HandleKind kind) {
        if (handle.kind() != kind || handle.id() <= 0) {
            throw new WireException("a handle must fit: expected=" + kind + ", found=" + handle);
        }
    }

    @Override
    public void mark() {
        exports.mark();
        streams.mark();
    }

    @Override
    public void rollback() {
        exports.rollback();
        streams.rollback();
    }

    /** Decodes values that came in a frame; what came along in them is given back if they do not fit. */
    @Nullable
    Object[] read(Payload.Incoming payload, List<TypeSerializer<?>> serializers) {
        mark();
        try {
            return payload.read(serializers);
        } catch (WireException e) {
            refuse();
            throw e;
        }
    }

    /** What came in a frame that is refused as a whole is given back to the other side. */
    void refuse() {
        for (long stream : streams.acceptedSinceMark()) {
            session.writer().urgent(new Frame.Cancel(stream));
        }
    }
}
