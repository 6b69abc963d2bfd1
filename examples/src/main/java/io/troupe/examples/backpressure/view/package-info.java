// SPDX-License-Identifier: Apache-2.0
/**
 * Pictures of a scenario: on a terminal while it is played, and as an SVG picture afterwards.
 *
 * <pre>
 *   Point → LiveChart → Sparkline     a terminal
 *         → PlainPoints               a file or a pipe
 *         → TimeChart                 a picture
 *   MemoryStats → MemoryPicture       a terminal or a file
 * </pre>
 *
 * May import: no other package of the examples.
 */
package io.troupe.examples.backpressure.view;
