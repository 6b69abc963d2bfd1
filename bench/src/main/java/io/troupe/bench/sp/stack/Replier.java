// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.stack;

/** The end that replies. */
@FunctionalInterface
public interface Replier {
    /** Replies to every request with its own content. Does not return while the process lives, or returns if others reply. */
    void run() throws Exception;
}
