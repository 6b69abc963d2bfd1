// SPDX-License-Identifier: Apache-2.0
/**
 * The seam between patterns and transports.
 *
 * <pre>
 *   pattern → Pipe.offer → transport → wire → transport → PipeHandler.onMessage → pattern
 * </pre>
 *
 * May import: message, protocol.
 */
package io.troupe.sp.pipe;
