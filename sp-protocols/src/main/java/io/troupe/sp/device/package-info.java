// SPDX-License-Identifier: Apache-2.0
/**
 * Forwarders between raw sockets.
 *
 * <pre>
 *   peers ⇢ raw socket → Direction → raw socket ⇢ peers
 *                      ← Direction ←
 * </pre>
 *
 * May import: core's promises, base, error, message, option, protocol, socket.
 */
package io.troupe.sp.device;
