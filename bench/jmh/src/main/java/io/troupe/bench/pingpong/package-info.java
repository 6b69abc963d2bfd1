// SPDX-License-Identifier: Apache-2.0
/**
 * Two actors that answer each other: one pair, where every wait shows, and a hundred pairs, where there is always somebody
 * to run. One operation is one message, half a round trip.
 */
package io.troupe.bench.pingpong;
