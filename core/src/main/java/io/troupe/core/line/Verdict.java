// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.line;

import io.troupe.core.error.ActorException;

/** What becomes of an element whose handler has failed. */
enum Verdict {
    /** The handler is called again. */
    AGAIN,
    /** The element is left out. */
    SKIPPED,
    /** The line ends. */
    STOPPED;

    /**
     * Applies a policy.
     *
     * @param failures of this element in this stage so far, 1 or more
     * @param cause of the last one
     */
    static Verdict of(FailurePolicy policy, int failures, Throwable cause) {
        if (ActorException.isFatal(cause)) {
            return STOPPED;
        }
        if (policy instanceof FailurePolicy.Retry retry) {
            return failures <= retry.times() ? AGAIN : of(retry.then(), failures, cause);
        }
        return policy instanceof FailurePolicy.Stop ? STOPPED : SKIPPED;
    }
}
