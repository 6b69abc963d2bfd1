// SPDX-License-Identifier: Apache-2.0
/**
 * Sockets as users see them.
 *
 * <p>May import: core's promises, error, message, option, pipe, protocol, stats.
 */
package io.troupe.sp.socket;
