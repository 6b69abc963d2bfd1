// SPDX-License-Identifier: Apache-2.0
/**
 * Which of many pipes a message goes to: one in turn, or all, without waiting for any.
 *
 * <pre>
 *   PUSH, REQ, PAIR1 with many peers: RoundRobin → one pipe
 *   SURVEYOR: RoundRobin → all pipes
 *
 *   PUB, BUS: Broadcast ─┬→ BroadcastPipe → pipe
 *                     ├→ BroadcastPipe → pipe
 *                     └→ BroadcastPipe → pipe     ← onWritable
 * </pre>
 *
 * May import: base and what it imports.
 */
package io.troupe.sp.spread;
