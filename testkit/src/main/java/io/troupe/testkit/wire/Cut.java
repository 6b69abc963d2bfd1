// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.wire;

/** The way in which a {@link WireProxy} ends a connection. */
public enum Cut {
    /** As if the other side had closed it: the end of the stream. */
    FIN,
    /** As if the other side had crashed: a reset, which also throws away what is under way. */
    RESET
}
