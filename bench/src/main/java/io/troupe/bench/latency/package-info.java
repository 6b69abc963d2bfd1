// SPDX-License-Identifier: Apache-2.0
/**
 * How long a message waits: told by somebody who goes on computing, beside actors that are never without work, and in an open loop.
 * Ours and the peers run the same behaviors.
 *
 * <pre>
 *   BusyTeller, BesideFloods, OpenLoop → Latencies, Computing → footprint.Systems → peers
 * </pre>
 */
package io.troupe.bench.latency;
