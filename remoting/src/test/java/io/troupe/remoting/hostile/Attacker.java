// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.hostile;

import java.io.IOException;

/** One who does harm as well as it can, a little at a time. One thread; never waits. */
interface Attacker extends AutoCloseable {
    /** Most connections that one of them holds. */
    int CROWD = 100;

    /** Does some more of it. */
    void strike() throws IOException;

    /** Leaves. */
    @Override
    void close() throws IOException;
}
