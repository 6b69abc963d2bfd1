// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.dispatch.cell.InlineTurns;

/**
 * Whether a connection counts as one of those of its loop that are in use. While it is the only one, the loop runs short turns of
 * the actors that it calls. Loop only.
 */
final class LoopUse {
    private boolean counted;

    /** Messages come or go now, or they do not. */
    void inUse(boolean now) {
        InlineTurns turns = now == counted ? null : InlineTurns.ofThread();
        if (turns == null) {
            return;
        }
        counted = now;
        if (now) {
            turns.connected();
        } else {
            turns.disconnected();
        }
    }
}
