// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.error;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Says that a call, a continuation or a section of work ended with its actor. The actor had stopped before, or it stopped
 * or restarted while it owed the answer. {@link #maybeExecuted} tells whether it is safe to call again. Has no stack trace,
 * as that would only show the actor's end. Immutable; any thread.
 */
public final class ActorStoppedException extends ActorException {
    private static final long serialVersionUID = 2L;

    private final String address;
    private final EndReason reason;
    private final boolean maybeExecuted;

    /** The call, described only when somebody reads the message: an end may settle a million of them. */
    private final transient @Nullable Object call;

    /**
     * Makes an exception for one call; the library does.
     *
     * @param rule the broken rule, without the facts
     * @param address of the actor
     * @param call described by its {@code toString}, usually a method; null: there is none
     * @param reason why the actor ended
     * @param maybeExecuted false only if the call is known not to have begun
     * @param cause the failure by which the actor ended; null if it did not end by one
     */
    public ActorStoppedException(
            String rule,
            String address,
            @Nullable Object call,
            EndReason reason,
            boolean maybeExecuted,
            @Nullable Throwable cause) {
        super(rule, cause, false);
        this.address = Objects.requireNonNull(address, "address");
        this.reason = Objects.requireNonNull(reason, "reason");
        this.maybeExecuted = maybeExecuted;
        this.call = call;
    }

    /** {@return the address of the actor that ended} */
    public String address() {
        return address;
    }

    /** {@return why the actor ended} If it ended by a failure, that is the {@link #getCause cause}. */
    public EndReason reason() {
        return reason;
    }

    /** {@return false if the call has not begun and never will; true if its method was called, or if that is not known} */
    public boolean maybeExecuted() {
        return maybeExecuted;
    }

    @Override
    public String getMessage() {
        Throwable cause = getCause();
        return super.getMessage() + ": actor=" + address + (call == null ? "" : ", method=" + call) + ", reason="
                + reason + ", maybeExecuted=" + maybeExecuted + (cause == null ? "" : ", cause=" + cause);
    }
}
