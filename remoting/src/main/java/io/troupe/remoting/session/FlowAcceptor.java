// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.remoting.value.TypeSerializer;
import java.util.Objects;
import java.util.concurrent.Flow;

/** Lets other processes subscribe to a publisher. Its methods are called on a lane, never on the loop of a link. */
final class FlowAcceptor implements StreamAcceptor {
    private final Flow.Publisher<?> publisher;
    private final TypeSerializer<?> serializer;
    private final CallbackExecutor lane;
    private final int window;

    /**
     * For a publisher.
     *
     * @param publisher of items that the serializer takes
     * @param serializer of the items
     * @param lane runs the methods of the publisher
     * @param window items of one subscription that may be requested and not be sent yet, whatever the other side requests; from 1
     */
    FlowAcceptor(Flow.Publisher<?> publisher, TypeSerializer<?> serializer, CallbackExecutor lane, int window) {
        this.publisher = Objects.requireNonNull(publisher, "publisher");
        this.serializer = serializer;
        this.lane = lane;
        this.window = window;
    }

    /** The name under which others open the stream of a subscription. */
    static String streamOf(String name) {
        return "flow:" + name;
    }

    @Override
    public StreamHandler open(ItemStreams link, String name, long stream) {
        FlowSender sender = new FlowSender(link.outbound(stream, null), serializer, lane, window);
        sender.begin(publisher);
        return sender;
    }
}
