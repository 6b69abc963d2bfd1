// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import io.troupe.core.error.ActorException;

/** The texts of failures that users have written, whose methods may fail as well. What tells a failure must not fail by its text. */
public final class CauseText {
    private CauseText() {}

    /**
     * {@return what {@code toString} says, or the class and why it says nothing}
     *
     * @param cause any failure
     */
    public static String of(Throwable cause) {
        try {
            return String.valueOf(cause);
        } catch (Throwable e) {
            return unknown(cause, e);
        }
    }

    /**
     * {@return what {@code getMessage} says, or that of a failure without a message its class, or why there is none}
     *
     * @param cause any failure
     */
    public static String messageOf(Throwable cause) {
        try {
            String message = cause.getMessage();
            return message == null ? cause.getClass().getSimpleName() : message;
        } catch (Throwable e) {
            return unknown(cause, e);
        }
    }

    /** Only what ends the virtual machine is thrown. */
    private static String unknown(Throwable cause, Throwable thrown) {
        if (thrown instanceof VirtualMachineError error && ActorException.isFatal(error)) {
            throw error;
        }
        return cause.getClass().getName() + ", whose text cannot be told: "
                + thrown.getClass().getName();
    }
}
