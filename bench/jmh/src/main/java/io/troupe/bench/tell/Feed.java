// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.tell;

/**
 * Tells a peer's sender what to send.
 *
 * @param from first number
 * @param to one more than the last
 */
record Feed(int from, int to) {}
