// SPDX-License-Identifier: Apache-2.0
/**
 * What the patterns share whose messages find their way by the words of their header.
 *
 * <pre>
 *   send → Rotation → one pipe in turn
 *   pipe → Backtrace → Intake (a fair share for each Lane) → Taker.receive
 *   reply → Lane → the pipe that the request came from
 * </pre>
 *
 * May import: base and what it imports.
 */
package io.troupe.sp.pattern.route;
