// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.flow.tck;

import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;

/** Publishes 0, 1, …; by the rules, on the thread that requests. */
record Range(long count) implements Flow.Publisher<Integer> {
    @Override
    public void subscribe(Flow.Subscriber<? super Integer> subscriber) {
        new Subscription(subscriber, count).begin();
    }

    private static final class Subscription implements Flow.Subscription {
        private final Flow.Subscriber<? super Integer> subscriber;
        private final long count;
        private final AtomicLong requested = new AtomicLong();
        private volatile boolean over;
        private long next;

        Subscription(Flow.Subscriber<? super Integer> subscriber, long count) {
            this.subscriber = subscriber;
            this.count = count;
        }

        void begin() {
            subscriber.onSubscribe(this);
            if (count == 0 && !over) {
                over = true;
                subscriber.onComplete();
            }
        }

        @Override
        public void request(long n) {
            if (requested.getAndAdd(n) > 0) {
                return; // the one who came first goes on
            }
            long sent = 0;
            do {
                for (long open = requested.get(); sent < open && !over; sent++) {
                    subscriber.onNext((int) next++);
                    if (next == count && !over) {
                        over = true;
                        subscriber.onComplete();
                    }
                }
                if (over) {
                    return;
                }
                sent = requested.addAndGet(-sent) == 0 ? -1 : 0;
            } while (sent == 0);
        }

        @Override
        public void cancel() {
            over = true;
        }
    }
}
