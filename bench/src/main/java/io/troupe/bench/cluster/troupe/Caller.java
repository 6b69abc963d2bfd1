// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.cluster.troupe;

import io.troupe.bench.cluster.stack.Answer;
import io.troupe.cluster.Cluster;
import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Promise;
import java.nio.ByteBuffer;

/** Calls by key, and gets the answers in its turns. A key is looked up for each call, as users do. */
public class Caller extends Actor<Caller> {
    private final Cluster cluster;

    /** Calls into a cluster. */
    public Caller(Cluster cluster) {
        this.cluster = cluster;
    }

    /** Asks an actor without state. */
    public void echo(String key, byte[] payload, Answer answer) {
        cluster.actor(Parrot.class, key)
                .echo(payload)
                .then(reply -> answer.done(
                        reply.length == payload.length ? ByteBuffer.wrap(reply).getInt() : -1, null))
                .onError(failure -> answer.done(0, failure));
    }

    /** Updates a durable actor. */
    public void update(String key, byte[] value, Answer answer) {
        tell(cluster.actor(Holder.class, key).update(value), answer);
    }

    /** Asks a durable actor. */
    public void read(String key, Answer answer) {
        tell(cluster.actor(Holder.class, key).read(), answer);
    }

    private static void tell(Promise<Long> promise, Answer answer) {
        promise.then(count -> answer.done(count, null)).onError(failure -> answer.done(0, failure));
    }
}
