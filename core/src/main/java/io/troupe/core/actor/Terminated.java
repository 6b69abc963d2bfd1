// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

import io.troupe.core.error.EndReason;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The news of the end of an actor, which its watchers get. The name of the actor is free again by then.
 *
 * @param address of the actor
 * @param reason why the actor ended; never {@link EndReason#RESTARTED}
 * @param cause the failure by which the actor ended; null if it did not end by one
 */
public record Terminated(String address, EndReason reason, @Nullable Throwable cause) {
    /**
     * Checks that it says who has ended, and why.
     *
     * @param address of the actor
     * @param reason why the actor ended
     * @param cause the failure by which the actor ended; null if it did not end by one
     * @throws NullPointerException if the address or the reason is null
     */
    public Terminated {
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(reason, "reason");
    }
}
