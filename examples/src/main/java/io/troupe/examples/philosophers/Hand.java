// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.philosophers;

/** A philosopher has two. */
public enum Hand {
    /** For the fork on the left. */
    LEFT,
    /** For the fork on the right. */
    RIGHT
}
