// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.dispatch.cell.Message;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.Payload;
import io.troupe.remoting.value.TypeSerializer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One item of a stream: is encoded, never delivered. May wait in several cells at once, if their queues do not link messages.
 */
class StreamItem extends Message implements SessionMessage {
    private final TypeSerializer<?> serializer;
    private final @Nullable Object value;

    /**
     * Not sent yet.
     *
     * @param serializer of the value
     * @param value not changed any more
     */
    StreamItem(TypeSerializer<?> serializer, @Nullable Object value) {
        this.serializer = serializer;
        this.value = value;
    }

    /** What is sent. */
    final @Nullable Object value() {
        return value;
    }

    @Override
    public final void deliver(Object receiver) {
        throw new AssertionError("is encoded, not delivered");
    }

    @Override
    public final int weight() {
        return Weight.ofMessage(Weight.of(value));
    }

    @Override
    public @Nullable Frame frame(OutCell cell) {
        return new Frame.Item(cell.stream(), new Payload.Outgoing(List.of(serializer), new @Nullable Object[] {value}));
    }
}
