// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.flow;

import org.jspecify.annotations.Nullable;

/**
 * What is tried until it succeeds.
 *
 * @param <A> what it is tried with
 * @param <T> what comes out
 */
@FunctionalInterface
public interface TryFunction<A, T> {
    /**
     * Tries once, without waiting; any thread may be the one that tries.
     *
     * @return the result, or null: not now
     * @throws io.troupe.sp.error.SpException when it will never succeed
     */
    @Nullable
    T run(A argument);
}
