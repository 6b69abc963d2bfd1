// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.link;

/** Where a link is in its life. */
public enum LinkState {
    /** It is being dialled, the first time or again. */
    CONNECTING,
    /** Calls go through. */
    UP,
    /** It was lost and will be dialled again after a pause. */
    DOWN,
    /** It has ended for good. */
    CLOSED
}
