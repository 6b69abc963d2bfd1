// SPDX-License-Identifier: Apache-2.0
/**
 * What the patterns share whose messages find their way by the words of their header.
 *
 * <pre>
 *   raw send → RoundRobin → one pipe in turn, or all
 *   pipe → Backtrace → RequestQueue (a fair share for each ReplyPipe) → RequestReceiver.receive
 *   reply → ReplyPipe → the pipe that the request came from
 * </pre>
 *
 * May import: spread, base and what they import.
 */
package io.troupe.sp.pattern.route;
