// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import io.troupe.core.error.ActorException;

/** The texts of failures that users have written, whose methods may fail as well. What tells a failure must not fail by its text. */
public final class CauseText {
    /** Enough for a message with the one that it quotes; of failures of failures the text would grow with each. */
    private static final int LONGEST = 1_000;

    private CauseText() {}

    /**
     * {@return what {@code toString} says, up to {@value #LONGEST} characters and how many are missing; or the class and why
     * it says nothing}
     *
     * @param cause any failure
     */
    public static String of(Throwable cause) {
        try {
            return shortened(String.valueOf(cause));
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

    private static String shortened(String text) {
        int missing = text.length() - LONGEST;
        return missing <= 0 ? text : text.substring(0, LONGEST) + "… (" + missing + " more)";
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
