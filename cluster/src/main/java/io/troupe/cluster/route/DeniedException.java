// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.route;

import io.troupe.core.error.CallNotServedException;
import io.troupe.core.error.CallRefusedException;

/** Says that a member does not let a caller in, where only it and not the link can decide. Immutable; any thread. */
final class DeniedException extends CallNotServedException {
    private static final long serialVersionUID = 1L;

    /**
     * For a call that was not executed.
     *
     * @param message rule, then facts
     */
    DeniedException(String message) {
        super(message, false, null);
    }

    /** What the caller is told: the same as of other calls. */
    CallRefusedException told() {
        return new CallRefusedException(String.valueOf(getMessage()));
    }
}
