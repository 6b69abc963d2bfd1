// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.store;

/**
 * The writes of one activation, each of which builds on the one before: when one is not stored, none behind it is. Only
 * the committing thread touches it.
 */
public final class WriteLine {
    private boolean broken;

    /** Nothing has failed yet. */
    public WriteLine() {}

    boolean isBroken() {
        return broken;
    }

    void breakOff() {
        broken = true;
    }
}
