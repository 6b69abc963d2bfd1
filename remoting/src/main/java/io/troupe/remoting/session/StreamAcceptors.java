// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.message.PlainText;
import io.troupe.core.promise.Callback;
import io.troupe.remoting.topic.Topic;
import io.troupe.remoting.topic.TopicConfig;
import io.troupe.remoting.value.TypeSerializer;
import io.troupe.remoting.value.TypeSerializers;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Flow;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Who takes the streams that other processes open, by name. Any thread registers. */
public final class StreamAcceptors {
    private final Map<String, StreamAcceptor> byName = new ConcurrentHashMap<>();
    private final TypeSerializers serializers;
    private final CallbackWatches watches = new CallbackWatches();

    /**
     * Nobody accepts anything.
     *
     * @param serializers grow with the types of items
     */
    public StreamAcceptors(TypeSerializers serializers) {
        this.serializers = serializers;
    }

    /**
     * Accepts streams of a name.
     *
     * @param name that others open; one ending in {@code ?*} stands for all that begin with what is before the {@code
     *     *}
     * @param out type of the items to send
     * @param in type of the items to receive
     * @param handler gets where to send items, returns where received ones go; runs on the link's loop and must be
     *     quick
     * @throws IllegalArgumentException if the name is taken, or a type has no encoding
     */
    @SuppressWarnings("unchecked") // the serializers make items of the types only
    public <O, I> void accept(String name, Class<O> out, Class<I> in, Function<Callback<O>, Callback<I>> handler) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(out, "out");
        Objects.requireNonNull(in, "in");
        Objects.requireNonNull(handler, "handler");
        TypeSerializer<?> outSerializer = serializers.of(out);
        TypeSerializer<?> inSerializer = serializers.of(in);
        add(
                name,
                (link, fullName, stream) ->
                        link.accept(stream, outSerializer, inSerializer, sink -> handler.apply((Callback<O>) sink)));
    }

    /** Accepts streams in a way of its own. */
    void add(String name, StreamAcceptor opener) {
        if (byName.putIfAbsent(name, opener) != null) {
            throw new IllegalArgumentException(
                    "streams of a name can be accepted by one handler: name=" + PlainText.of(name));
        }
    }

    /**
     * Makes a topic, and accepts subscriptions to it until it is closed.
     *
     * @param name for subscribers
     * @param type of the items
     * @param config how subscribers are treated
     * @param lane works off what cannot be published at once
     * @param inLoop whether the calling thread must not wait
     * @param onClose runs when the topic is closed
     * @throws IllegalArgumentException if the name is taken or has a {@code ?}, or the type has no encoding
     */
    public <T> Topic<T> topic(
            String name,
            Class<T> type,
            TopicConfig<T> config,
            CallbackExecutor lane,
            BooleanSupplier inLoop,
            Runnable onClose) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(config, "config");
        if (name.indexOf('?') >= 0) {
            throw new IllegalArgumentException("the name of a topic must have no '?': name=" + PlainText.of(name));
        }
        String stream = LocalTopic.streamOf(name);
        LocalTopic<T> topic = new LocalTopic<>(name, serializers.of(type), config, lane, watches, inLoop, () -> {
            onClose.run();
            remove(stream + "?*");
            remove(stream); // last: from here on another topic may have the name
        });
        add(stream, topic::subscribe);
        add(stream + "?*", topic::subscribe);
        return topic;
    }

    /**
     * Accepts subscriptions to a publisher.
     *
     * @param name for subscribers
     * @param type of the items
     * @param publisher of them
     * @param lane runs the methods of the publisher
     * @param window items of one subscription that may be requested and not be sent yet
     * @throws IllegalArgumentException if the name is taken, or the type has no encoding
     */
    public <T> void publish(
            String name, Class<T> type, Flow.Publisher<T> publisher, CallbackExecutor lane, int window) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(type, "type");
        add(FlowAcceptor.streamOf(name), new FlowAcceptor(publisher, serializers.of(type), lane, window));
    }

    /** Accepts no more streams of a name; those that are open stay so. */
    void remove(String name) {
        byName.remove(name);
    }

    @Nullable
    StreamHandler open(ItemStreams link, String name, long stream) {
        StreamAcceptor exact = byName.get(name);
        if (exact != null) {
            return exact.open(link, name, stream);
        }
        int slash = name.indexOf('?');
        StreamAcceptor prefix = slash < 0 ? null : byName.get(name.substring(0, slash + 1) + "*");
        return prefix == null ? null : prefix.open(link, name, stream);
    }
}
