// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.route;

import io.troupe.core.error.CallNotServedException;

/** Says that a key has another owner. The call was not executed: whoever sent it sends it there. Immutable; any thread. */
final class MovedException extends CallNotServedException {
    private static final long serialVersionUID = 1L;

    private final long owner;
    private final long view;

    /**
     * For a call that came to the wrong member.
     *
     * @param message rule, then facts
     * @param owner of the key; {@link RouteView#NOBODY}: none yet
     * @param view number of the view that says so
     */
    MovedException(String message, long owner, long view) {
        super(message, false, null);
        this.owner = owner;
        this.view = view;
    }

    /** The owner of the key. */
    long owner() {
        return owner;
    }

    /** Number of the view that says so. */
    long view() {
        return view;
    }
}
