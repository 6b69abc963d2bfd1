// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.error;

/**
 * Says that the link to the target's process is down. If the call had been sent, it is not known whether it was executed;
 * see {@link #maybeExecuted}.
 */
public final class LinkLostException extends ActorException {
    private static final long serialVersionUID = 1L;

    /** Whether the call had left this process. */
    private final boolean maybeExecuted;

    /**
     * Makes an exception for a call that will get no answer; the library does.
     *
     * @param message the broken rule, then name=value for each fact
     * @param maybeExecuted whether the call had left this process
     */
    public LinkLostException(String message, boolean maybeExecuted) {
        super(message, null);
        this.maybeExecuted = maybeExecuted;
    }

    /** {@return whether the call may have been executed} If false, the call has not left this process and can be repeated. */
    public boolean maybeExecuted() {
        return maybeExecuted;
    }
}
