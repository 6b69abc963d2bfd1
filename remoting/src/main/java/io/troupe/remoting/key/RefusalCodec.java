// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.key;

import io.troupe.core.error.CallNotServedException;
import org.jspecify.annotations.Nullable;

/**
 * Takes exceptions of one module apart and makes them again at the other end of a link. Found as a service, so that they travel
 * over every link of a process that has the module. What no codec knows arrives as
 * {@link io.troupe.core.error.RemoteFailedException}. Any thread.
 */
public interface RefusalCodec {
    /**
     * Takes an exception apart.
     *
     * @return null if it is of a class that this codec does not know
     */
    @Nullable
    Refusal encode(CallNotServedException refused);

    /**
     * Makes an exception.
     *
     * @param refusal as it came from another process: any texts
     * @param message of the exception
     * @return null if this codec does not know the kind
     * @throws RuntimeException if the fields make no sense
     */
    @Nullable
    CallNotServedException decode(Refusal refusal, String message);
}
