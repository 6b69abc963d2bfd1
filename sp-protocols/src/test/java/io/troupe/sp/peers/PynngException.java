// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.peers;

/** nng refused a command, or it took too long. */
@SuppressWarnings("serial")
public final class PynngException extends RuntimeException {
    private final String error;

    PynngException(String command, String answer) {
        super("nng must accept a command: command=" + command + ", answer=" + answer);
        this.error = answer.split(" ", 2)[0];
    }

    /** The class of the error in Python: {@code TimeoutError}, {@code BadState}, {@code Closed} and so on. */
    public String error() {
        return error;
    }
}
