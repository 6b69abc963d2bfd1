// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.micro;

import io.troupe.bench.harness.Completion;
import io.troupe.bench.peer.Behavior;
import io.troupe.bench.peer.Recipient;

/** What {@link Counting} does, on a peer. */
final class PeerCounting {
    private PeerCounting() {}

    /** What the producer hears. */
    sealed interface ToProducer permits Produce, Counted {}

    /** What the counter hears. */
    sealed interface ToCounter permits Increment, Report {}

    /** Starts a run. */
    record Produce(int messages) implements ToProducer {}

    /** The result. */
    record Counted(int count) implements ToProducer {}

    /** One more. */
    record Increment() implements ToCounter {}

    /** Asks for the result. */
    record Report(Recipient<ToProducer> producer) implements ToCounter {}

    /** Sends. */
    static final class Producer implements Behavior<ToProducer> {
        private final Recipient<ToCounter> counter;
        private final Completion completion;

        Producer(Recipient<ToCounter> counter, Completion completion) {
            this.counter = counter;
            this.completion = completion;
        }

        @Override
        public void onMessage(ToProducer message, Recipient<ToProducer> self) {
            if (message instanceof Produce produce) {
                for (int i = 0; i < produce.messages(); i++) {
                    counter.tell(new Increment());
                }
                counter.tell(new Report(self));
            } else if (message instanceof Counted counted) {
                completion.complete(counted.count());
            }
        }
    }

    /** Counts. */
    static final class Counter implements Behavior<ToCounter> {
        private int count;

        @Override
        public void onMessage(ToCounter message, Recipient<ToCounter> self) {
            if (message instanceof Increment) {
                count++;
            } else if (message instanceof Report report) {
                report.producer().tell(new Counted(count));
                count = 0;
            }
        }
    }
}
