// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.zeo;

/** A frame is no message of the protocol, or an argument has a form that its operation does not have. */
public final class MalformedMessageException extends Exception {
    private static final long serialVersionUID = 1;

    /** {@code message} is one sentence with the rule and the facts. */
    public MalformedMessageException(String message) {
        super(message);
    }

    /** The same, with its cause. */
    public MalformedMessageException(String message, Throwable cause) {
        super(message, cause);
    }
}
