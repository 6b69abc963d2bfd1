// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.error.LinkLostException;
import io.troupe.remoting.value.TypeSerializer;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A publisher of another process as seen from here. Each subscription is a stream of its own; it ends with the session of the link
 * that was up when it began. Subscribers are called in turns of the actor that has subscribed them, outside of actors on threads of
 * Troupe, one signal at a time. Any thread.
 *
 * @param <T> type of the items
 */
final class FlowPublisher<T> implements Flow.Publisher<T> {
    private final Supplier<@Nullable ItemStreams> links;
    private final Supplier<LinkLostException> down;
    private final String stream;
    private final TypeSerializer<?> serializer;

    /**
     * For links: see {@code Link.publisher}.
     *
     * @param links gives the one that is up, or null
     * @param down says why there is none
     * @param name of the publisher
     * @param serializer of the items
     */
    FlowPublisher(
            Supplier<@Nullable ItemStreams> links,
            Supplier<LinkLostException> down,
            String name,
            TypeSerializer<?> serializer) {
        this.links = links;
        this.down = down;
        this.stream = FlowAcceptor.streamOf(name);
        this.serializer = serializer;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super T> subscriber) {
        Objects.requireNonNull(subscriber, "subscriber");
        FlowReceiver<T> receiver = new FlowReceiver<>(subscriber, serializer);
        ItemStreams link = links.get();
        if (link == null) {
            receiver.onLost(down.get());
        } else {
            receiver.begin(link, stream);
        }
    }
}
