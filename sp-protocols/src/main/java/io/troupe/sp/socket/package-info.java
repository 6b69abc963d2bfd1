// SPDX-License-Identifier: Apache-2.0
/**
 * What users hold: sockets by what they can do, options, protocols, statistics, errors, and what is told of connections.
 *
 * <p>May import: core's promises, message.
 */
package io.troupe.sp.socket;
