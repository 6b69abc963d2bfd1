// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.error;

/**
 * Says that the method of an actor in another process has failed. The exception itself stays there; this one has its class
 * name and message.
 */
public final class RemoteFailedException extends ActorException {
    private static final long serialVersionUID = 1L;

    /** Class name of the exception in the other process. */
    private final String type;

    /**
     * Makes an exception for a failure that was reported over a link; the library does.
     *
     * @param type class name of the exception in the other process
     * @param message the broken rule, then name=value for each fact
     */
    public RemoteFailedException(String type, String message) {
        super(message, null);
        this.type = type;
    }

    /** {@return the class name of the exception in the other process} */
    public String type() {
        return type;
    }
}
