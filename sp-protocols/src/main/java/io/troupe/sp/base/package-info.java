// SPDX-License-Identifier: Apache-2.0
/**
 * What all sockets do alike.
 *
 * <pre>
 *   BaseSocket → SocketCore → CoreDialer, CoreListener → transport → pipe → AttachedHandler → Pattern
 * </pre>
 *
 * May import: engine, error, flow, message, option, pipe, protocol, socket, stats, transport.
 */
package io.troupe.sp.base;
