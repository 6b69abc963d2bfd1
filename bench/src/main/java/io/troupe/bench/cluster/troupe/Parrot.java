// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.cluster.troupe;

import io.troupe.cluster.actor.VirtualActor;
import io.troupe.core.promise.Promise;

/** Says what it hears. */
public class Parrot extends VirtualActor<Parrot> {
    /** Made by the cluster. */
    public Parrot() {}

    /** The same. */
    public Promise<byte[]> echo(byte[] payload) {
        return Promise.of(payload);
    }
}
