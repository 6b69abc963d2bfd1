// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balance;

/**
 * Two cells that talk to each other.
 *
 * @param a index in the snapshot's cells
 * @param b index in the snapshot's cells
 * @param rate wake-ups per second, both directions, averaged. (Messages to a cell that is awake cost nothing more between
 *     workers than on one.)
 */
public record Edge(int a, int b, double rate) {}
