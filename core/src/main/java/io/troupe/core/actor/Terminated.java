// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

import io.troupe.core.error.EndReason;
import org.jspecify.annotations.Nullable;

/**
 * The end of an actor, as its watchers get it. Its name is free again by then.
 *
 * @param address of the actor
 * @param reason why it ended; never {@link EndReason#RESTARTED}
 * @param cause the failure, if it ended by one
 */
public record Terminated(String address, EndReason reason, @Nullable Throwable cause) {}
