// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.error;

import org.jspecify.annotations.Nullable;

/** Says that a bounded mailbox had no room for a message, and its overflow policy refused or dropped that message. */
public final class MailboxFullException extends ActorException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception with a cause; the library does.
     *
     * @param message the broken rule, then name=value for each fact
     * @param cause the failure that led to this one; null: none
     */
    public MailboxFullException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /**
     * Makes an exception without a cause; the library does.
     *
     * @param message the broken rule, then name=value for each fact
     */
    public MailboxFullException(String message) {
        this(message, null);
    }
}
