// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.channel;

import io.troupe.core.actor.Actor;
import io.troupe.core.channel.Receiver;
import io.troupe.core.channel.Sender;
import io.troupe.core.promise.Promise;

/** Adds one to each number and sends it on. */
class ChannelStage extends Actor<ChannelStage> {
    private final Receiver<Integer> from;
    private final Sender<Integer> to;

    ChannelStage(Receiver<Integer> from, Sender<Integer> to) {
        this.from = from;
        this.to = to;
    }

    @Override
    protected Promise<?> onStart() {
        from.each(1, number -> to.send(number + 1));
        return Promise.done();
    }
}
