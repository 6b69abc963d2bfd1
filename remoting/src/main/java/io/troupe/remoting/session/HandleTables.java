// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.channel.Channel;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.Reference;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.value.Handle;
import io.troupe.remoting.value.Handle.HandleKind;
import io.troupe.remoting.value.HandleExchange;
import io.troupe.remoting.value.TypeSerializer;
import io.troupe.remoting.value.WireException;
import java.util.concurrent.Flow;

/** References, promises, callbacks and ends of channels by number, for the codec of one link. Loop only. */
final class HandleTables implements HandleExchange {
    private final ExportTable exports;
    private final ImportTable imports;
    private final OutgoingCalls calls;
    private final Streams streams;
    private final ItemStreams items;
    private final SessionState state;
    private final int maxExports;

    /**
     * For the codec of one link.
     *
     * @param exports actors of this side
     * @param imports actors of the other side
     * @param calls of this side, by which one knows what comes home
     * @param streams numbers
     * @param items promises, callbacks and channels
     * @param state what the other side takes
     * @param maxExports actors of the other side that this one holds at most
     */
    HandleTables(
            ExportTable exports,
            ImportTable imports,
            OutgoingCalls calls,
            Streams streams,
            ItemStreams items,
            SessionState state,
            int maxExports) {
        this.exports = exports;
        this.imports = imports;
        this.calls = calls;
        this.streams = streams;
        this.items = items;
        this.state = state;
        this.maxExports = maxExports;
    }

    @Override
    public Handle export(Object reference) {
        if (!(reference instanceof Reference typed)) {
            throw new WireException("only references can be handed over, not plain objects: class="
                    + reference.getClass().getName());
        }
        Outlet outlet = typed.troupe$outlet();
        long home = outlet instanceof RemoteOutlet far ? far.idAtHome(calls) : 0;
        return home > 0
                ? new Handle(HandleKind.HOME, home)
                : new Handle(
                        HandleKind.REFERENCE,
                        exports.handOver(reference, outlet).id());
    }

    @Override
    public Handle export(Promise<?> promise, TypeSerializer<?> value) {
        checkRoom();
        return new Handle(HandleKind.PROMISE, items.export(promise, value));
    }

    @Override
    public Handle export(Callback<?> callback, TypeSerializer<?> item) {
        checkRoom();
        return new Handle(HandleKind.CALLBACK, items.export(callback, item));
    }

    @Override
    public Handle export(HandleKind kind, Object end, TypeSerializer<?> element) {
        boolean publisher = kind == HandleKind.PUBLISHER;
        if (publisher ? !state.peerTakesPublishers() : !state.peerTakesChannels()) {
            throw new WireException("the other side must be of a version that takes "
                    + (publisher ? "publishers" : "ends of channels") + ": peer=" + state.peer());
        }
        checkRoom();
        return new Handle(
                kind,
                switch (kind) {
                    case SENDER -> items.exportSender(end, element);
                    case RECEIVER -> items.exportReceiver(end, element);
                    case PUBLISHER -> items.exportPublisher((Flow.Publisher<?>) end, element);
                    default -> items.exportChannel(end, element);
                });
    }

    private void checkRoom() {
        String refusal = streams.refusal();
        if (refusal != null) {
            throw new WireException(refusal);
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
        if (imports.size() >= maxExports) {
            throw new WireException("this side does not hold more references: maxExports=" + maxExports);
        }
        return imports.reference(handle.id(), type);
    }

    @Override
    public Promise<?> promise(Handle handle, TypeSerializer<?> value) {
        need(handle, HandleKind.PROMISE);
        return items.promise(foreign(handle.id()), value);
    }

    @Override
    public Callback<?> callback(Handle handle, TypeSerializer<?> item) {
        need(handle, HandleKind.CALLBACK);
        return items.callback(foreign(handle.id()), item);
    }

    @Override
    public Channel<?> channel(Handle handle, TypeSerializer<?> element) {
        long stream = foreign(handle.id());
        return switch (handle.kind()) {
            case SENDER -> items.sender(stream, element);
            case RECEIVER -> items.receiver(stream, element);
            case CHANNEL -> items.channel(stream, foreign(stream + 2), element);
            default -> throw new WireException("a handle must be an end of a channel: found=" + handle);
        };
    }

    @Override
    public Flow.Publisher<?> publisher(Handle handle, TypeSerializer<?> element) {
        need(handle, HandleKind.PUBLISHER);
        return items.publisher(foreign(handle.id()), element);
    }

    private long foreign(long stream) {
        if (!streams.isForeign(stream) || streams.find(stream) != null) {
            throw new WireException("a stream must have a new number of the side that opens it: stream=" + stream);
        }
        checkRoom();
        return stream;
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
}
