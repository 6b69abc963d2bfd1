// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.cluster.pekko;

import io.troupe.bench.cluster.stack.Answer;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/** Calls that wait for a reply. Those whose reply was lost are forgotten after many others. Any thread. */
final class Calls {
    private static final int SLOTS = 1 << 16;

    private final AtomicReferenceArray<Answer> answers = new AtomicReferenceArray<>(SLOTS);
    private final AtomicInteger next = new AtomicInteger();

    int add(Answer answer) {
        int id = next.getAndIncrement();
        answers.set(id & (SLOTS - 1), answer);
        return id;
    }

    /** The actor that gets the replies. */
    Behavior<Note.Reply> replies() {
        return Behaviors.receiveMessage(reply -> {
            Answer answer = answers.getAndSet(reply.id() & (SLOTS - 1), null);
            if (answer != null) {
                answer.done(
                        reply.payload().length == 0
                                ? reply.count()
                                : ByteBuffer.wrap(reply.payload()).getInt(),
                        null);
            }
            return Behaviors.same();
        });
    }
}
