// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.zeo;

import java.util.function.Consumer;

/**
 * How many connections one address has at a time. Tells when it begins to refuse some, and when a tenth has room again; so
 * somebody who comes and goes does not fill the log. Any thread.
 */
final class ConnectionLimit {
    private final int most;
    private final int few;
    private final Consumer<String> log;
    private int open;
    private boolean refusing;

    /** At most so many, 1 or more. */
    ConnectionLimit(int most, Consumer<String> log) {
        if (most < 1) {
            throw new IllegalArgumentException("maxConnections must be at least 1: maxConnections=" + most);
        }
        this.most = most;
        this.few = most - Math.max(1, most / 10);
        this.log = log;
    }

    /** Whether one more may stay; {@link #left} must follow then. */
    synchronized boolean isAdmitted() {
        if (open < most) {
            open++;
            return true;
        }
        if (!refusing) {
            refusing = true;
            log.accept("connections are refused: open=" + open + ", limit=" + most);
        }
        return false;
    }

    /** One that was admitted has ended. */
    synchronized void left() {
        open--;
        if (refusing && open <= few) {
            refusing = false;
            log.accept("connections are accepted again: open=" + open + ", limit=" + most);
        }
    }
}
