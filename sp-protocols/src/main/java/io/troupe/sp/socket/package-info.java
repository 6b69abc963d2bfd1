// SPDX-License-Identifier: Apache-2.0
/**
 * The interfaces of sockets, by what a socket can send and receive, and their values: options, protocols, statistics, errors,
 * and events of pipes. {@link io.troupe.sp.Sockets} opens sockets.
 *
 * <p>May import: core's promises, message.
 */
package io.troupe.sp.socket;
