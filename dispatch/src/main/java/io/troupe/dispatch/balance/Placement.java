// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balance;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A demand for the place of an actor: a certain worker, the worker of other actors, or another one than theirs. The adaptive
 * dispatcher meets it for the life of the actor; dedicated and work-stealing dispatchers look at it once, when the actor is
 * made, and leave out {@code apart}; all others ignore it. Immutable.
 *
 * @param worker index of the only worker that may be its home, modulo the number of workers; -1 for any worker
 * @param together key of actors that share a worker, or null; counts before {@code apart} if both are given
 * @param apart key of actors that are spread over as many workers as run, or null
 */
public record Placement(int worker, @Nullable String together, @Nullable String apart) {
    /** Demands nothing: the dispatcher chooses. */
    public static final Placement ANYWHERE = new Placement(-1, null, null);

    /**
     * Checks that the demands can be met together.
     *
     * @param worker -1 or an index
     * @param together null if there is a worker
     * @param apart null if there is a worker; another key than the other one
     * @throws IllegalArgumentException if the worker is less than -1, if a worker and a key are given, or if both keys are
     *     equal
     */
    public Placement {
        if (worker < -1) {
            throw new IllegalArgumentException("worker must be -1 or an index: worker=" + worker);
        }
        if (worker >= 0 && (together != null || apart != null)) {
            throw new IllegalArgumentException(
                    "a pinned cell has its place, it cannot be kept together or apart: worker=" + worker + ", together="
                            + together + ", apart=" + apart);
        }
        if (together != null && together.equals(apart)) {
            throw new IllegalArgumentException(
                    "cells cannot be kept together and apart at once: together=" + together + ", apart=" + apart);
        }
    }

    /**
     * Demands one worker for good.
     *
     * @param worker index from 0, taken modulo the number of workers
     * @return the demand
     * @throws IllegalArgumentException if the index is negative
     */
    public static Placement pinned(int worker) {
        if (worker < 0) {
            throw new IllegalArgumentException("worker must be an index from 0: worker=" + worker);
        }
        return new Placement(worker, null, null);
    }

    /**
     * Demands the same worker as that of all other actors of this key.
     *
     * @param key known in one dispatcher
     * @return the demand
     */
    public static Placement together(String key) {
        return new Placement(-1, Objects.requireNonNull(key, "key"), null);
    }

    /**
     * Demands another worker than those of the other actors of this key, as far as there are enough workers.
     *
     * @param key known in one dispatcher
     * @return the demand
     */
    public static Placement apart(String key) {
        return new Placement(-1, null, Objects.requireNonNull(key, "key"));
    }

    /** {@return whether this demands anything; false of {@link #ANYWHERE} only} */
    public boolean isDemanding() {
        return worker >= 0 || together != null || apart != null;
    }

    /** {@return whether this demands one certain worker} */
    public boolean isPinned() {
        return worker >= 0;
    }
}
