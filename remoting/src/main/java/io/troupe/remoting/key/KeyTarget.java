// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.key;

import io.troupe.core.message.Outlet;
import io.troupe.core.promise.Promise;

/**
 * An actor of another process that is found by type and key. Calls of one sender stay in order. Tells are answered, too: one
 * that was not executed becomes a dead letter. Any thread.
 */
public interface KeyTarget extends Outlet {
    /**
     * Tells when all that was sent before has been executed or refused over there.
     *
     * @return fulfilled then; fails if the link ends before, or the other side does not serve the type
     */
    Promise<Void> end();
}
