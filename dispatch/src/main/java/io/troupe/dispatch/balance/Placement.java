// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balance;

import org.jspecify.annotations.Nullable;

/**
 * Demands a place for an actor: a certain worker, the worker of others, or another one than theirs. The adaptive dispatcher keeps to
 * it for good; others look at it once, when the actor is made.
 *
 * @param worker index of the only worker that may be its home, modulo their number; -1: any
 * @param together cells with this key share a worker; null: none
 * @param apart cells with this key are spread over as many workers as run; null: none
 */
public record Placement(int worker, @Nullable String together, @Nullable String apart) {
    /** No demands. */
    public static final Placement ANYWHERE = new Placement(-1, null, null);

    /** Checks the ranges. */
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
     * At home on one worker for good.
     *
     * @param worker index from 0, modulo the number of workers
     */
    public static Placement pinned(int worker) {
        if (worker < 0) {
            throw new IllegalArgumentException("worker must be an index from 0: worker=" + worker);
        }
        return new Placement(worker, null, null);
    }

    /** On the same worker as all others of this key. */
    public static Placement together(String key) {
        return new Placement(-1, key, null);
    }

    /** On another worker than the others of this key, as far as there are enough workers. */
    public static Placement apart(String key) {
        return new Placement(-1, null, key);
    }

    /** Whether it demands anything. */
    public boolean isDemanding() {
        return worker >= 0 || together != null || apart != null;
    }

    /** Whether only one worker will do. */
    public boolean isPinned() {
        return worker >= 0;
    }
}
