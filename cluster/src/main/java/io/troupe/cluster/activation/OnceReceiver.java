// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.activation;

import io.troupe.core.message.Call;
import io.troupe.core.promise.Promise;
import org.jspecify.annotations.Nullable;

/** The object of a durable actor, which executes a call with an id once even if it comes again. In turns of the actor. */
public interface OnceReceiver {
    /**
     * Does a call, unless it was done before.
     *
     * @param identity of the call
     * @param call a tell or an ask
     * @return the answer; null: there is none, or the call was put aside
     * @throws Throwable what the method throws, if it has stored nothing
     */
    @Nullable
    Promise<?> once(CallIdentity identity, Call call) throws Throwable;

    /** Reads the state again if that has failed, and may be tried. */
    void wake();
}
