// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.client;

import java.time.Duration;

/**
 * The bounds of an {@link ObjectClient}.
 *
 * @param window most calls under way; from 1
 * @param cacheBytes most bytes of objects that are kept; 0 keeps none
 * @param patience how long one call waits for its answer, or for room in the window; more than zero
 * @param readOnly whether the client may only read
 */
public record ClientConfig(int window, long cacheBytes, Duration patience, boolean readOnly) {
    private static final int USUAL_WINDOW = 64;
    private static final long USUAL_BYTES = 32L << 20;
    private static final Duration USUAL_PATIENCE = Duration.ofSeconds(30);

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if one is out of its range
     */
    public ClientConfig {
        if (window < 1 || cacheBytes < 0 || patience.isNegative() || patience.isZero()) {
            throw new IllegalArgumentException("bounds of a client must be positive: window=" + window + ", cacheBytes="
                    + cacheBytes + ", patience=" + patience);
        }
    }

    /** {@return a client that reads: 64 calls under way, 32 MiB, 30 seconds} */
    public static ClientConfig reading() {
        return new ClientConfig(USUAL_WINDOW, USUAL_BYTES, USUAL_PATIENCE, true);
    }

    /** {@return a client that also commits, with the same bounds} */
    public static ClientConfig writing() {
        return new ClientConfig(USUAL_WINDOW, USUAL_BYTES, USUAL_PATIENCE, false);
    }

    /** {@return a copy with another window} */
    public ClientConfig window(int newWindow) {
        return new ClientConfig(newWindow, cacheBytes, patience, readOnly);
    }

    /** {@return a copy with another size of the cache} */
    public ClientConfig cacheBytes(long newBytes) {
        return new ClientConfig(window, newBytes, patience, readOnly);
    }

    /** {@return a copy with other patience} */
    public ClientConfig patience(Duration newPatience) {
        return new ClientConfig(window, cacheBytes, newPatience, readOnly);
    }
}
