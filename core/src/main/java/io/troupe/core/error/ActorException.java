// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.error;

import org.jspecify.annotations.Nullable;

/**
 * The base class of the failures of calls and actors: a small closed family, so that callers can tell the cases apart. A
 * message names the broken rule, then the facts as name=value.
 */
public abstract sealed class ActorException extends RuntimeException
        permits ActorStoppedException,
                BackpressureException,
                CallCancelledException,
                CallFailedException,
                CallNotServedException,
                CallRefusedException,
                CallTimeoutException,
                ChannelClosedException,
                CombinedException,
                LinkLostException,
                LinkRefusedException,
                MailboxFullException,
                RemoteFailedException,
                SpawnRefusedException,
                WaitRefusedException {
    private static final long serialVersionUID = 1L;

    /**
     * {@return whether an actor that has met a failure cannot be trusted any more} This is so for errors of the virtual
     * machine, such as a lack of memory. A stack overflow is excepted: only the message that recursed too deeply has failed.
     *
     * @param failure any exception or error
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
