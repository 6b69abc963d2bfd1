// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.buffer;

import io.troupe.bench.harness.Completion;
import io.troupe.bench.peer.Behavior;
import io.troupe.bench.peer.Recipient;

/** What {@link Manager} does, on a peer. */
final class PeerManager implements Behavior<PeerManager.Message> {
    private final Buffer<Recipient<PeerProducer.Produce>, Recipient<PeerConsumer.Consume>> buffer;

    PeerManager(Sizes sizes, Completion completion) {
        buffer = new Buffer<>(sizes, completion);
    }

    @Override
    public void onMessage(Message message, Recipient<Message> self) {
        if (message instanceof PutAndWait put) {
            buffer.put(put.item());
            buffer.waits(put.producer());
            serve();
        } else if (message instanceof Consumed consumed) {
            buffer.idles(consumed.consumer());
            serve();
            buffer.consumed(consumed.result());
        } else if (message instanceof Put put) {
            buffer.put(put.item());
            serve();
        } else if (message instanceof Begin begin) {
            buffer.waits(begin.producer());
            serve();
        } else if (message instanceof Join join) {
            buffer.idles(join.consumer());
        }
    }

    private void serve() {
        for (var next = buffer.nextConsumer(); next != null; next = buffer.nextConsumer()) {
            next.tell(new PeerConsumer.Consume(buffer.take()));
        }
        for (var next = buffer.nextProducer(); next != null; next = buffer.nextProducer()) {
            next.tell(new PeerProducer.Produce());
        }
    }

    /** What the manager hears. */
    sealed interface Message permits Begin, Put, PutAndWait, Join, Consumed {}

    /** A producer begins its run. */
    record Begin(Recipient<PeerProducer.Produce> producer) implements Message {}

    /** The last item of a producer. */
    record Put(long item) implements Message {}

    /** An item of a producer that has more. */
    record PutAndWait(long item, Recipient<PeerProducer.Produce> producer) implements Message {}

    /** A new consumer. */
    record Join(Recipient<PeerConsumer.Consume> consumer) implements Message {}

    /** A consumer is ready for the next item. */
    record Consumed(long result, Recipient<PeerConsumer.Consume> consumer) implements Message {}
}
