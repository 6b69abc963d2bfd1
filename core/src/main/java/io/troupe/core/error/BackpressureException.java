// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.error;

/**
 * A message was refused because there was no room for it, and its sender did not want to wait. Without a stack trace:
 * it is an outcome.
 */
public final class BackpressureException extends ActorException {
    private static final long serialVersionUID = 1L;

    /**
     * For senders that do not wait.
     *
     * @param message rule broken, then name=value for each fact
     */
    public BackpressureException(String message) {
        super(message, null, false);
    }
}
