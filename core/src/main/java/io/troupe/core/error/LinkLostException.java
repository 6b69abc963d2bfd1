// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.error;

/** The link to the target's process is down. If the call had been sent, nobody knows whether it was executed. */
public final class LinkLostException extends ActorException {
    private static final long serialVersionUID = 1L;

    /** Whether the call had left this process. */
    private final boolean maybeExecuted;

    /**
     * For a call that will get no answer.
     *
     * @param message rule broken, then name=value for each fact
     * @param maybeExecuted whether the call had left this process
     */
    public LinkLostException(String message, boolean maybeExecuted) {
        super(message, null);
        this.maybeExecuted = maybeExecuted;
    }

    /** Whether the call may have been executed: false means that sending it again does no harm. */
    public boolean maybeExecuted() {
        return maybeExecuted;
    }
}
