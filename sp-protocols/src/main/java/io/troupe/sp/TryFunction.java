// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import org.jspecify.annotations.Nullable;

/**
 * What is tried until it succeeds.
 *
 * @param <A> what it is tried with
 * @param <T> what comes out
 */
@FunctionalInterface
interface TryFunction<A, T> {
    /**
     * Tries once, without waiting; any thread may be the one that tries.
     *
     * @return the result, or null: not now
     * @throws io.troupe.sp.socket.SpException when it will never succeed
     */
    @Nullable
    T run(A argument);
}
