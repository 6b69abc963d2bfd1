// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.micro;

import io.troupe.bench.harness.Parts;
import io.troupe.bench.peer.Behavior;
import io.troupe.bench.peer.Recipient;
import io.troupe.bench.savina.support.Work;
import io.troupe.core.actor.Actor;

/** The actors of {@link ForkJoinThroughputBenchmark}. */
final class Throughput {
    private Throughput() {}

    /** Computes, and reports the sum after the last message. Owned by an actor's turns. */
    private static final class Share {
        private final Parts parts;
        private final int messages;
        private int received;
        private long sum;

        Share(Parts parts, int messages) {
            this.parts = parts;
            this.messages = messages;
        }

        void process(int number) {
            sum += Work.of(number, 1);
            if (++received == messages) {
                long total = sum;
                received = 0;
                sum = 0;
                parts.complete(total);
            }
        }
    }

    /** Ours. */
    static class Worker extends Actor<Worker> {
        private final Share share;

        Worker(Parts parts, int messages) {
            share = new Share(parts, messages);
        }

        public void process(int number) {
            share.process(number);
        }
    }

    /** A peer's. */
    static final class PeerWorker implements Behavior<Compute> {
        private final Share share;

        PeerWorker(Parts parts, int messages) {
            share = new Share(parts, messages);
        }

        @Override
        public void onMessage(Compute message, Recipient<Compute> self) {
            share.process(message.number());
        }
    }

    /** The message. */
    record Compute(int number) {}
}
