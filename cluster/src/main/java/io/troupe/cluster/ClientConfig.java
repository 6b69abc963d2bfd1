// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.remoting.RemotingConfig;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a process that is no member calls a cluster. Immutable; every method returns a changed copy.
 *
 * @param within how long one of the addresses may take to answer when a client is made, from 100 ms to an hour
 * @param links configuration of its links, with certificates for {@code tls://}; null: that of the remoting of the system
 */
public record ClientConfig(Duration within, @Nullable RemotingConfig links) {
    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofHours(1);

    /**
     * Checks the range.
     *
     * @param within from 100 ms to an hour
     * @param links null: those of the system
     * @throws IllegalArgumentException if the time is out of its range
     */
    public ClientConfig {
        if (within == null || within.compareTo(SHORTEST) < 0 || within.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("within must be from 100 ms to an hour: within=" + within);
        }
    }

    /** {@return 10 seconds, and the links of the system} */
    public static ClientConfig defaults() {
        return new ClientConfig(Duration.ofSeconds(10), null);
    }

    /**
     * {@return the same with another time}
     *
     * @param newLimit how long one of the addresses may take to answer, from 100 ms to an hour
     * @throws IllegalArgumentException if it is out of its range
     */
    public ClientConfig within(Duration newLimit) {
        return new ClientConfig(newLimit, links);
    }

    /**
     * {@return the same with a configuration of links}
     *
     * @param newLinks certificates, limits, and whether plain tcp may leave the machine
     */
    public ClientConfig links(RemotingConfig newLinks) {
        return new ClientConfig(within, Objects.requireNonNull(newLinks, "links"));
    }
}
