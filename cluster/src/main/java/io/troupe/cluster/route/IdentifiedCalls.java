// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.route;

import io.troupe.core.promise.Promise;

/** How calls that are done once travel from member to member: each actor is served by its own methods, and by this one. */
public interface IdentifiedCalls {
    /**
     * Calls a method, unless the call was done before.
     *
     * @param id of the call
     * @param lasting whether it is remembered until the store says otherwise
     * @param method in the store
     * @param arguments encoded
     * @return the answer, encoded
     */
    Promise<byte[]> once(String id, boolean lasting, String method, byte[] arguments);
}
