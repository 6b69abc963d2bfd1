// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.troupe;

import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Promise;
import java.util.function.Consumer;

/** The actor of the client, which sends what it is told to. */
public class Source extends Actor<Source> {
    private final Sink sink;

    /** Sends to the sink. */
    public Source(Sink sink) {
        this.sink = sink;
    }

    /** Sends one-way messages; fulfilled when the link has taken them: one that is full holds this actor's turns. */
    public Promise<Void> tell(byte[] payload, int times) {
        for (int i = 0; i < times; i++) {
            sink.tell(payload);
        }
        return Promise.done();
    }

    /** Sends a request; the reply is given in a turn of this actor. */
    public void ask(byte[] payload, Consumer<byte[]> reply) {
        sink.ask(payload).then(reply).onError(Throwable::printStackTrace);
    }
}
