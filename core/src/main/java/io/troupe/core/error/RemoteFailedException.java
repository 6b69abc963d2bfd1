// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.error;

/**
 * The method of an actor in another process has thrown. The exception stays there; its class name and message come
 * along.
 */
public final class RemoteFailedException extends ActorException {
    private static final long serialVersionUID = 1L;

    /** Class name of the exception over there. */
    private final String type;

    /**
     * For a failure that was reported over a link.
     *
     * @param type class name of the exception over there
     * @param message rule broken, then name=value for each fact
     */
    public RemoteFailedException(String type, String message) {
        super(message, null);
        this.type = type;
    }

    /** Class name of the exception over there. */
    public String type() {
        return type;
    }
}
