// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.link;

/** The states of a link, see {@link Link#state}. */
public enum LinkState {
    /** The link is dialled, the first time or again. */
    CONNECTING,
    /** Calls go through. */
    UP,
    /**
     * One of the two sides drains the link: it takes no new calls, and answers those that are under way. If the other
     * side does so, a dialled link is dialled again meanwhile.
     */
    DRAINING,
    /** The link was lost and will be dialled again after a pause. */
    DOWN,
    /** The link has ended for good. */
    CLOSED
}
