// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.promise.Callback;
import io.troupe.remoting.value.TypeSerializer;
import io.troupe.remoting.value.TypeSerializers;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Who takes the streams that other processes open, by name. Any thread registers. */
public final class StreamAcceptors {
    private final Map<String, StreamAcceptor> byName = new ConcurrentHashMap<>();
    private final TypeSerializers serializers;

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
     * @param name that others open; one ending in {@code *} stands for all that begin so
     * @param out type of the items to send
     * @param in type of the items to receive
     * @param handler gets where to send items, returns where received ones go; runs on the link's loop and must be quick
     * @throws IllegalArgumentException if the name is taken, or a type has no encoding
     */
    @SuppressWarnings("unchecked") // the serializers make items of the types only
    public <O, I> void accept(String name, Class<O> out, Class<I> in, Function<Callback<O>, Callback<I>> handler) {
        TypeSerializer<?> outSerializer = serializers.of(out);
        TypeSerializer<?> inSerializer = serializers.of(in);
        add(
                name,
                (session, fullName, stream) -> DuplexStream.accepted(
                        session, stream, outSerializer, inSerializer, sink -> handler.apply((Callback<O>) sink)));
    }

    /** Accepts streams in a way of its own. */
    public void add(String name, StreamAcceptor opener) {
        if (byName.putIfAbsent(name, opener) != null) {
            throw new IllegalArgumentException("streams of a name can be accepted by one handler: name=" + name);
        }
    }

    /**
     * Accepts subscriptions to a topic.
     *
     * @throws IllegalArgumentException if the name is taken
     */
    public void addTopic(LocalTopic<?> topic) {
        String stream = LocalTopic.streamOf(topic.name());
        add(stream, topic::subscribe);
        add(stream + "?*", topic::subscribe);
    }

    /** Accepts no more subscriptions to a topic. */
    public void removeTopic(String name) {
        String stream = LocalTopic.streamOf(name);
        remove(stream);
        remove(stream + "?*");
    }

    /** Accepts no more streams of a name; those that are open stay so. */
    void remove(String name) {
        byName.remove(name);
    }

    @Nullable
    StreamHandler open(StreamHost session, String name, long stream) {
        StreamAcceptor exact = byName.get(name);
        if (exact != null) {
            return exact.open(session, name, stream);
        }
        int slash = name.indexOf('?');
        StreamAcceptor prefix = slash < 0 ? null : byName.get(name.substring(0, slash + 1) + "*");
        return prefix == null ? null : prefix.open(session, name, stream);
    }
}
