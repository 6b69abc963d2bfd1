// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.Payload;
import io.troupe.remoting.value.TypeSerializer;
import io.troupe.remoting.value.WireException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answer to a call of a method without a result: it has been put into the mailbox. */
record VoidReply(long stream, TypeSerializer<?> nothing) implements Answer {
    @Override
    public Frame frame() {
        return new Frame.Reply(stream, new Payload.Outgoing(List.of(nothing), new @Nullable Object[] {null}));
    }

    @Override
    public void drop() {
        throw new AssertionError("is small");
    }

    @Override
    public void notSent(WireException cause) {
        throw cause; // null has an encoding
    }
}
