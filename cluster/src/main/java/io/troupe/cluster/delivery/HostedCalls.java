// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.delivery;

import io.troupe.cluster.activation.CallIdentity;
import io.troupe.cluster.store.StateKey;
import io.troupe.core.promise.Promise;

/** Calls of actors that this process runs. Any thread. */
public interface HostedCalls {
    /** Whether the class is hosted here, so far. */
    boolean isHosted(String type);

    /**
     * Calls a method once.
     *
     * @param to whose
     * @param identity of the call
     * @param method in the store
     * @param arguments encoded
     * @return the answer, when what it has updated is stored; fails like any call
     * @throws RuntimeException if there is no such method, or the arguments cannot be read
     */
    Promise<?> call(StateKey to, CallIdentity identity, String method, byte[] arguments);
}
