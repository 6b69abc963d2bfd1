// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.stack;

/** A server that listens. It is never closed: its process ends. */
@FunctionalInterface
public interface Server {
    /** Where it listens, from 1 to 65535. */
    int port();
}
