// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balancer;

/**
 * Two cells that talk to each other.
 *
 * @param a index in the snapshot's cells
 * @param b index in the snapshot's cells
 * @param rate wake-ups per second, both directions, averaged. (Messages to a cell that is awake cost nothing more between
 *     workers than on one.)
 * @param certain how many of these are surely between these two: what is gained by bringing them together. The rest may
 *     stand for calls with others that are not told apart, which is a reason to stay but none to go
 */
public record Edge(int a, int b, double rate, double certain) {}
