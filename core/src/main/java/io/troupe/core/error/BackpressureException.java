// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.error;

/**
 * Says that a link, topic or channel had no room for a message or element, and that its sender does not wait. The call had no
 * effect and can be repeated later. Has no stack trace, as it is an outcome and no mistake.
 */
public final class BackpressureException extends ActorException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception for one message; the library does.
     *
     * @param message the broken rule, then name=value for each fact
     */
    public BackpressureException(String message) {
        super(message, null, false);
    }
}
