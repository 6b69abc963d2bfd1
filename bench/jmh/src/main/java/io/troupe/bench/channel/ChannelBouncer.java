// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.channel;

import io.troupe.bench.harness.Completion;
import io.troupe.core.actor.Actor;
import io.troupe.core.channel.Receiver;
import io.troupe.core.channel.Sender;
import io.troupe.core.promise.Promise;

/** Sends each number back, less one. */
class ChannelBouncer extends Actor<ChannelBouncer> {
    private final Receiver<Integer> from;
    private final Sender<Integer> to;
    private final Completion completion;

    ChannelBouncer(Receiver<Integer> from, Sender<Integer> to, Completion completion) {
        this.from = from;
        this.to = to;
        this.completion = completion;
    }

    @Override
    protected Promise<?> onStart() {
        from.each(this::bounce);
        return Promise.done();
    }

    private void bounce(int number) {
        if (number == 0) {
            completion.complete(0);
        } else {
            to.send(number - 1);
        }
    }
}
