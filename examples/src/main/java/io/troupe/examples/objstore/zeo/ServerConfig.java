// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.zeo;

import java.time.Duration;

/**
 * The bounds of a {@link ZeoServer} that its users choose.
 *
 * @param maxConnections most clients at a time, registered or not, at least 1; further ones are closed at once
 * @param transactionTimeout how long a client that has voted may take to finish or to abort, more than zero; then its link ends,
 *     and the next one votes
 */
public record ServerConfig(int maxConnections, Duration transactionTimeout) {
    private static final ServerConfig DEFAULTS = new ServerConfig(1024, Duration.ofSeconds(60));

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a bound is out of its range
     */
    public ServerConfig {
        if (maxConnections < 1) {
            throw new IllegalArgumentException("maxConnections must be at least 1: maxConnections=" + maxConnections);
        }
        if (transactionTimeout.compareTo(Duration.ZERO) <= 0) {
            throw new IllegalArgumentException(
                    "transactionTimeout must be more than zero: transactionTimeout=" + transactionTimeout);
        }
    }

    /** {@return 1024 clients, and 60 seconds} */
    public static ServerConfig defaults() {
        return DEFAULTS;
    }
}
