// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio.reactor;

/** What a reactor need not watch while others look after it. */
public interface PolledReader {
    /** Whether others still do; if not, it has seen to being watched. Called on the reactor's thread, about each millisecond. */
    boolean stillPolled();
}
