// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.value;

import io.troupe.core.channel.Channel;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.value.Handle.HandleKind;
import java.util.concurrent.Flow;

/**
 * What turns references, promises, callbacks and ends of channels into numbers and back: the port between serializers and the
 * tables of a link. On the thread that encodes or decodes.
 */
public interface HandleExchange {
    /**
     * Number of a reference.
     *
     * @param reference to an actor of this process, of the other one, or of a third
     */
    Handle export(Object reference);

    /**
     * Number of a promise, whose outcome will follow.
     *
     * @param promise pending or settled
     * @param value serializer of its value
     */
    Handle export(Promise<?> promise, TypeSerializer<?> value);

    /**
     * Number of a callback, whose items are expected.
     *
     * @param callback of this process
     * @param item serializer of its items
     */
    Handle export(Callback<?> callback, TypeSerializer<?> item);

    /**
     * Number of an end of a channel, or of a publisher.
     *
     * @param kind SENDER, RECEIVER, CHANNEL or PUBLISHER
     * @param end of a channel of this process, or a publisher
     * @param element serializer of its elements
     */
    Handle export(HandleKind kind, Object end, TypeSerializer<?> element);

    /**
     * The reference for a number.
     *
     * @param handle of kind REFERENCE or HOME
     * @param type expected
     * @throws io.troupe.remoting.value.WireException if the number means nothing, or another type
     */
    Object reference(Handle handle, Class<?> type);

    /**
     * The promise for a number.
     *
     * @param handle of kind PROMISE
     * @param value serializer of its value
     */
    Promise<?> promise(Handle handle, TypeSerializer<?> value);

    /**
     * The callback for a number.
     *
     * @param handle of kind CALLBACK
     * @param item serializer of its items
     */
    Callback<?> callback(Handle handle, TypeSerializer<?> item);

    /**
     * The channel that stands for an end.
     *
     * @param handle of kind SENDER, RECEIVER or CHANNEL
     * @param element serializer of its elements
     */
    Channel<?> channel(Handle handle, TypeSerializer<?> element);

    /**
     * The publisher for a number.
     *
     * @param handle of kind PUBLISHER
     * @param element serializer of its elements
     */
    Flow.Publisher<?> publisher(Handle handle, TypeSerializer<?> element);

    /** Notes the state of the tables before a frame is encoded or decoded. */
    void mark();

    /** Takes back what was put into the tables since the mark: the frame cannot be sent or is refused. */
    void rollback();
}
