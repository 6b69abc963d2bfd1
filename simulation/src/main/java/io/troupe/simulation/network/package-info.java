// SPDX-License-Identifier: Apache-2.0
/**
 * A simulated network behind the port of transports: bytes of one connection come in order and without gaps, as over TCP, and
 * each piece is an event of its own.
 *
 * <pre>
 *   SimConnection.flush ──► Way ──► agenda: bytes n1/@to-n2.1→n2/@net ──► SimConnection.receive ──► ConnectionListener
 *                            ▲
 *        latency, loss, bandwidth (NetworkConditions); partitions hold pieces back (SimNetwork)
 * </pre>
 *
 * <p>May import: {@code delay}.
 */
@NullMarked
package io.troupe.simulation.network;

import org.jspecify.annotations.NullMarked;
