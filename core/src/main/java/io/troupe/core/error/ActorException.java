// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.error;

import org.jspecify.annotations.Nullable;

/**
 * The base class of what can go wrong with calls and actors: a small closed family, so that callers can tell the cases
 * apart.
 */
public abstract sealed class ActorException extends RuntimeException
        permits ActorStoppedException,
                BackpressureException,
                CallCancelledException,
                CallFailedException,
                CallRefusedException,
                CallTimeoutException,
                CombinedException,
                LinkLostException,
                LinkRefusedException,
                MailboxFullException,
                RemoteFailedException,
                SpawnRefusedException,
                WaitRefusedException {
    private static final long serialVersionUID = 1L;

    /**
     * Whether an actor that has met this cannot be trusted any more. A stack overflow is not of that kind: it is a failure
     * of the message that recursed too deeply.
     *
     * @param failure anything thrown
     */
    public static boolean isFatal(Throwable failure) {
        return failure instanceof VirtualMachineError && !(failure instanceof StackOverflowError);
    }

    /**
     * For the permitted subclasses.
     *
     * @param message rule broken, then name=value for each fact
     * @param cause what led to it, or null
     */
    ActorException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /**
     * For outcomes that are no bugs and come often.
     *
     * @param message rule broken, then name=value for each fact
     * @param cause what led to it, or null
     * @param trace whether to fill in the stack trace
     */
    ActorException(String message, @Nullable Throwable cause, boolean trace) {
        super(message, cause, true, trace); // who awaits it adds its own place
    }
}
