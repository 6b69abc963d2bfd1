// SPDX-License-Identifier: Apache-2.0
/**
 * BUS: to all neighbours, but not beyond them.
 *
 * <pre>
 *   send → Broadcast → pipes ⇢ pipes → BusPattern → ReceiveQueue → receive
 * </pre>
 *
 * May import: base and what it imports, spread.
 */
package io.troupe.sp.pattern.bus;
