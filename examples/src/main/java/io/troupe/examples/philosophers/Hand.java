// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.philosophers;

/** Which of a philosopher's two forks: the one on the left or the one on the right. */
public enum Hand {
    /** For the fork on the left. */
    LEFT,
    /** For the fork on the right. */
    RIGHT
}
