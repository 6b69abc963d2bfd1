// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.channel;

import io.troupe.bench.harness.Batch;
import io.troupe.core.actor.Actor;
import io.troupe.core.channel.Channel;
import io.troupe.core.channel.Sender;
import io.troupe.core.promise.Promise;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Sends the numbers below a number, the largest first, as fast as they are taken. */
class ChannelFeeder extends Actor<ChannelFeeder> {
    private final Sender<Integer> to;

    /** After the only batch; null: there may be further ones. */
    private final @Nullable Runnable end;

    /** Sends one batch after the other. */
    ChannelFeeder(Sender<Integer> to) {
        this.to = to;
        this.end = null;
    }

    /** Sends one batch, and ends; the last one of several closes the channel. */
    ChannelFeeder(Sender<Integer> to, AtomicInteger sending) {
        this.to = to;
        this.end = () -> {
            if (sending.decrementAndGet() == 0) {
                to.close();
            }
            context().stop();
        };
    }

    public void feed(int count) {
        for (int left = count; left > 0; left--) {
            if (count - left == Batch.CHUNK) {
                self().feed(left);
                return;
            }
            Promise<Void> sent = to.send(left - 1);
            if (!sent.isFulfilled()) {
                int rest = left - 1;
                if (rest > 0 || end != null) { // or a continuation would wait when the batch has ended
                    sent.then(done -> feed(rest));
                }
                return;
            }
        }
        if (end != null) {
            end.run();
        }
    }

    /** Sends the numbers of a sieve, and ends. */
    static class Candidates extends Actor<Candidates> {
        private final Channel<Integer> to;
        private final int largest;

        Candidates(Channel<Integer> to, int largest) {
            this.to = to;
            this.largest = largest;
        }

        public void feed(int first) {
            for (int number = first; number <= largest; number++) {
                Promise<Void> sent = to.send(number);
                if (!sent.isFulfilled()) {
                    int next = number + 1;
                    sent.then(done -> feed(next));
                    return;
                }
            }
            to.close();
            context().stop();
        }
    }
}
