// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

/** Something outside that an actor takes part in until it stops or restarts, for example a channel it receives from. */
public interface Enlistment {
    /**
     * The executor runs nothing any more: its actor has stopped or restarted. In the last turn of that executor, or on any
     * thread if there is no turn left; must be quick and must not throw.
     *
     * @param reason fails what was promised to others
     */
    void onRetired(Throwable reason);
}
