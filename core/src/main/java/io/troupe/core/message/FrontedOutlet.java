// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.message;

import io.troupe.dispatch.cell.Offer;

/** An outlet to one actor of this process, in front of which another outlet may stand: calls that it passes on need no copy. */
public interface FrontedOutlet extends Outlet {
    /**
     * Sends a call with a result like {@link #tryAsk}, but its target is the outlet in front: that one is told all that targets are
     * told, in the turns of the actor where it says so, and passes it on to this one. So it learns of calls that are {@link
     * #turnedAway}. Never waits. Any thread.
     *
     * @param message in no queue; it is the promise
     * @param front outlet that stays the target of the message
     * @return FULL: there is no room, and the message is still the caller's; else it has been dealt with
     */
    Offer tryAsk(AskMessage<?> message, Outlet front);
}
