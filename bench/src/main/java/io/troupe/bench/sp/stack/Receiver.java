// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.stack;

/** The end that gets messages. Used by one thread. */
@FunctionalInterface
public interface Receiver {
    /**
     * Waits, until there are messages or for a moment.
     *
     * @return how many came since the last call; their lengths were checked
     */
    long receive() throws Exception;
}
