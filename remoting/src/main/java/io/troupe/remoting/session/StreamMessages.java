// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.error.LinkLostException;
import io.troupe.dispatch.cell.Message;
import io.troupe.remoting.codec.Failure;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.Payload;
import io.troupe.remoting.value.TypeSerializer;
import io.troupe.remoting.value.WireException;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What is put into the cell of a stream. */
final class StreamMessages {
    private StreamMessages() {}

    /** Part of a stream: is encoded, never delivered. */
    abstract static class Piece extends Message implements SessionMessage {
        @Override
        public final void deliver(Object receiver) {
            throw new AssertionError("is encoded, not delivered");
        }
    }

    /** One value. */
    static final class Item extends Piece {
        private final TypeSerializer<?> serializer;
        private final @Nullable Object value;
        private final Consumer<WireException> onFailure;

        Item(TypeSerializer<?> serializer, @Nullable Object value, Consumer<WireException> onFailure) {
            this.serializer = serializer;
            this.value = value;
            this.onFailure = onFailure;
        }

        @Override
        public int weight() {
            return Weight.ofMessage(Weight.of(value));
        }

        @Override
        public Frame frame(OutCell cell) {
            return new Frame.Item(
                    cell.stream(), new Payload.Outgoing(List.of(serializer), new @Nullable Object[] {value}));
        }

        @Override
        public void notSent(WireException cause) {
            onFailure.accept(cause);
        }
    }

    /** No more values. */
    static final class End extends Piece {
        private final @Nullable Failure failure;
        private final Runnable onSent;

        End(@Nullable Failure failure, Runnable onSent) {
            this.failure = failure;
            this.onSent = onSent;
        }

        @Override
        public Frame frame(OutCell cell) {
            onSent.run();
            return new Frame.End(cell.stream(), failure);
        }

        @Override
        public void lost(LinkLostException cause) {
            // the other side has noticed
        }
    }
}
