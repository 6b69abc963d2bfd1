// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.link;

/** The states of a link. */
public enum LinkState {
    /** It is being dialled, the first time or again. */
    CONNECTING,
    /** Calls go through. */
    UP,
    /**
     * One of the two sides has said that it goes: it takes no new calls, and answers those that are under way. A link that was
     * dialled is dialled again meanwhile, if it is the other side that goes.
     */
    DRAINING,
    /** It was lost and will be dialled again after a pause. */
    DOWN,
    /** It has ended for good. */
    CLOSED
}
