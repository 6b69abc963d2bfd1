// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.zeo;

/** A frame is no message of the protocol, or an argument has a form that its operation does not have. */
final class MalformedMessageException extends Exception {
    private static final long serialVersionUID = 1;

    MalformedMessageException(String message) {
        super(message);
    }

    MalformedMessageException(String message, Throwable cause) {
        super(message, cause);
    }
}
