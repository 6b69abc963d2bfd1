// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.key;

import io.troupe.core.error.CallNotServedException;
import io.troupe.core.message.Outlet;
import org.jspecify.annotations.Nullable;

/** Finds the actor of one key, as its {@link KeyResolver} would. Runs on the loop of a link, and must not wait. */
@FunctionalInterface
public interface KeyFinder {
    /**
     * The actor.
     *
     * @return null if that is not known yet
     * @throws CallNotServedException if the call is not served here
     */
    @Nullable
    Outlet find();
}
